import type { Action, ActionKind } from '../action.ts'

/** The lane of an action: its machine, or the cluster for what belongs to none. */
const OF_NO_MACHINE: ReadonlySet<ActionKind> = new Set([
  'secrets.create',
  'pool.create',
  'image.fetch',
  'template.prepare',
  'etcd.bootstrap',
  'kubernetes.api',
  'manifests.apply',
  'manifests.prune',
  'configs.write',
  'pool.delete',
])

/** A machine, or the cluster as a whole, with what is done to it. */
export interface Lane {
  readonly name: string
  readonly actions: readonly Action[]
}

/** The actions of a plan by machine, the cluster first, in the order of the plan. */
export function lanesOf(cluster: string, actions: readonly Action[]): readonly Lane[] {
  const lanes = new Map<string, Action[]>()
  for (const action of actions) {
    const name = OF_NO_MACHINE.has(action.kind) ? cluster : action.target
    const lane = lanes.get(name)
    if (lane === undefined) lanes.set(name, [action])
    else lane.push(action)
  }
  const all = [...lanes].map(([name, own]) => ({ name, actions: own }))
  return [...all.filter(({ name }) => name === cluster), ...all.filter(({ name }) => name !== cluster)]
}
