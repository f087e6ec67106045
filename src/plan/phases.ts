import type { Action, ActionKind } from './action.ts'

/** The parts of a run as people think of it, in the order in which they begin. */
export const PHASES = ['Preparation', 'Machines', 'Talos', 'etcd', 'Kubernetes', 'Removal'] as const

/** One part of a run. */
export type Phase = (typeof PHASES)[number]

type Area = ActionKind extends infer K ? (K extends `${infer Name}.${string}` ? Name : never) : never

/** Where the kinds of an area belong, so that a new kind of a known area needs nothing here. */
const AREAS: Readonly<Record<Area, Phase>> = {
  secrets: 'Preparation',
  pool: 'Preparation',
  image: 'Preparation',
  template: 'Preparation',
  vm: 'Machines',
  iso: 'Machines',
  config: 'Talos',
  talos: 'Talos',
  etcd: 'etcd',
  kubernetes: 'Kubernetes',
  manifests: 'Kubernetes',
  configs: 'Kubernetes',
  node: 'Removal',
}

/** The part of a run that an action belongs to. */
export function phaseOf({ kind, effect }: Pick<Action, 'kind' | 'effect'>): Phase {
  return effect === 'destroy' ? 'Removal' : phaseOfId(kind)
}

/** The same for the id of an action, of which nothing else is known any more. */
export function phaseOfId(id: string): Phase {
  const area = Object.entries(AREAS).find(([name]) => id.startsWith(`${name}.`))
  return area?.[1] ?? 'Machines'
}
