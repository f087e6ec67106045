import { emit } from '../events/emit.ts'
import { later, type Node } from '../node.ts'
import type { Stage } from '../world.ts'
import { type Phase, SEQUENCES, type SequenceName } from './sequences.ts'
import type { SequenceState, SequenceWish } from './state.ts'
import { SKIPPED_PHASES, TASKS } from './tasks.ts'

const STAGES: Readonly<Partial<Record<SequenceName, Stage>>> = {
  initialize: 'booting',
  boot: 'booting',
  reboot: 'rebooting',
  shutdown: 'shutting down',
  reset: 'resetting',
  upgrade: 'upgrading',
}

/** Starts a sequence, whatever else is going on. */
export function startSequence(node: Node, name: SequenceName, actor = '', wish: SequenceWish = {}): void {
  node.state.stage = STAGES[name] ?? node.state.stage
  node.state.sequence = { name, actor, phase: -1, open: [], wish }
  emit(node, { type: 'SequenceEvent', sequence: name, action: 'START' }, actor)
  nextPhase(node)
}

/** Ends a task; the last one of a phase opens the next. */
export function taskDone(node: Node, task: string): void {
  const { sequence } = node.state
  if (sequence === undefined || !sequence.open.includes(task)) return
  sequence.open = sequence.open.filter((one) => one !== task)
  emit(node, { type: 'TaskEvent', task, action: 'STOP' }, sequence.actor)
  if (sequence.open.length > 0) return
  const phase = SEQUENCES[sequence.name][sequence.phase]
  if (phase !== undefined) emit(node, { type: 'PhaseEvent', phase: phase.name, action: 'STOP' }, sequence.actor)
  nextPhase(node)
}

function nextPhase(node: Node): void {
  const { sequence } = node.state
  if (sequence === undefined) return
  sequence.phase += 1
  const phase = SEQUENCES[sequence.name][sequence.phase]
  if (phase === undefined) endSequence(node, sequence)
  else if (SKIPPED_PHASES[phase.name]?.(node) === true) nextPhase(node)
  else beginPhase(node, sequence, phase)
}

function beginPhase(node: Node, sequence: SequenceState, phase: Phase): void {
  emit(node, { type: 'PhaseEvent', phase: phase.name, action: 'START' }, sequence.actor)
  sequence.open = [...phase.tasks]
  const spans = phase.tasks.map((task) => {
    emit(node, { type: 'TaskEvent', task, action: 'START' }, sequence.actor)
    return TASKS[task](node)
  })
  for (const [index, task] of phase.tasks.entries()) {
    const span = spans[index]
    if (span === 0) taskDone(node, task)
    else if (span !== undefined && span !== 'until told') later(node, 'task-done', span, task)
  }
}

function endSequence(node: Node, sequence: SequenceState): void {
  emit(node, { type: 'SequenceEvent', sequence: sequence.name, action: 'STOP' }, sequence.actor)
  later(node, 'sequence-done', 0, sequence.name)
}
