import { isOfMachine } from '../../plan/of-machine.ts'
import { stepName, titleOf } from '../../plan/titles.ts'
import { isDone, type Progress, type Step } from '../../run/progress.ts'
import { noteOf, timeOf } from './step-text.ts'

/** One row of the table: a machine with all its steps, or one step of the cluster as a whole. */
export interface Row {
  readonly name: string
  readonly state: Step['state']
  /** `3/7`: how many of its steps are behind it. */
  readonly count: string
  readonly step: string
  readonly note: string
  readonly time: string
}

/** The rows of the machines, in the order of the plan. */
export function machineRows(progress: Progress, now: number): readonly Row[] {
  const machines = new Map<string, Step[]>()
  for (const step of progress.steps().filter(({ action }) => isOfMachine(action))) {
    const known = machines.get(step.action.target)
    if (known === undefined) machines.set(step.action.target, [step])
    else known.push(step)
  }
  return [...machines].map(([name, steps]) => machineRow(name, steps, progress, now))
}

/** The rows of what is done for the cluster as a whole. */
export function clusterRows(progress: Progress, now: number): readonly Row[] {
  return progress
    .steps()
    .filter(({ action }) => !isOfMachine(action))
    .map((step) => ({
      name: titleOf(step.action),
      state: step.state,
      count: '',
      step: '',
      note: noteOf(step, progress),
      time: timeOf(step, now),
    }))
}

const URGENT: readonly Step['state'][] = ['failed', 'running', 'waiting', 'dropped']

function machineRow(name: string, steps: readonly Step[], progress: Progress, now: number): Row {
  const done = steps.filter(isDone).length
  const count = `${done}/${steps.length}`
  const current = URGENT.flatMap((state) => steps.find((step) => step.state === state) ?? [])[0]
  if (current === undefined) return { name, state: 'done', count, step: '', note: '', time: wholeTime(steps, now) }
  return {
    name,
    state: current.state,
    count,
    step: stepName(current.action.kind),
    note: noteOf(current, progress),
    time: timeOf(current, now),
  }
}

/** From the beginning of the first step to the end of the last. */
function wholeTime(steps: readonly Step[], now: number): string {
  const [first] = steps
  const began = Math.min(...steps.map((step) => step.began ?? now))
  const ended = Math.max(...steps.map((step) => step.ended ?? began))
  return first === undefined ? '' : timeOf({ ...first, began, ended }, now)
}
