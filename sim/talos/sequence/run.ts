import { emit } from '../events/emit.ts'
import { cancelLater, later, type Node } from '../node.ts'
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

/** Sequences that nothing else may interrupt. */
const GOING_DOWN: readonly SequenceName[] = ['reboot', 'shutdown', 'reset', 'upgrade']

/** Starts a sequence that somebody asked for; a machine that is going down does nothing else. */
export function requestSequence(node: Node, name: SequenceName, actor: string, wish: SequenceWish = {}): void {
  const running = node.state.sequence?.name
  if (running !== undefined && GOING_DOWN.includes(running)) {
    emit(node, { type: 'SequenceEvent', sequence: name, action: 'NOOP', error: 'sequence failed: locked' }, actor)
    return
  }
  cancelLater(node, 'task-done')
  cancelLater(node, 'sequence-done')
  startSequence(node, name, actor, wish)
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

/** Ends a sequence whose task has failed; the machine stays as it is. */
export function taskFailed(node: Node, task: string, error: string): void {
  const { sequence, stage } = node.state
  if (sequence === undefined) return
  const words = `error running phase ${sequence.phase + 1} in ${sequence.name} sequence: task ${task}: failed, ${error}`
  emit(node, { type: 'SequenceEvent', sequence: sequence.name, action: 'STOP', error: words }, sequence.actor)
  delete node.state.sequence
  if (stage !== 'booting') node.state.stage = 'running'
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
    else if (typeof span === 'number') later(node, 'task-done', span, task)
    else if (typeof span === 'object') taskFailed(node, task, span.error)
  }
}

function endSequence(node: Node, sequence: SequenceState): void {
  emit(node, { type: 'SequenceEvent', sequence: sequence.name, action: 'STOP' }, sequence.actor)
  later(node, 'sequence-done', 0, sequence.name)
}
