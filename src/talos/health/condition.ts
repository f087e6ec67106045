import type { TalosNode } from '../api/node.ts'

/** How a condition stands. */
export type Outcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'waiting'; readonly reason: string }
  /** Does not apply to this cluster. */
  | { readonly kind: 'skipped'; readonly reason: string }

/** Something that holds for a healthy cluster. */
export interface Condition {
  /** A stable short name, such as `etcd-healthy`. */
  readonly name: string
  /** What holds then: `etcd is healthy`. */
  readonly sentence: string
  /** What is the case while it does not hold: `etcd is not healthy`. */
  readonly otherwise: string
  /** How long it may take to come true. */
  readonly timeoutMs: number
  /** One look; a machine that does not answer is a reason to wait, not an error. */
  readonly check: (cluster: HealthView) => Promise<Outcome>
}

/** The cluster as conditions see it. */
export interface HealthView {
  readonly controlPlanes: readonly TalosNode[]
  readonly workers: readonly TalosNode[]
  /** Addresses of control planes that cannot be asked, since their machines do not run or are out of sight. */
  readonly absent?: readonly string[]
  /** Whether nodes can become ready: not before somebody brings a network, when the cluster comes without. */
  readonly hasNetwork: boolean
  /** What only the Kubernetes API knows; nothing where no client for it is at hand. */
  readonly workloads?: Workloads
}

/** All machines, control planes first. */
export const everyone = ({ controlPlanes, workers }: HealthView): readonly TalosNode[] => [...controlPlanes, ...workers]

/** Reads how many pods of a workload there should be and how many are ready; nothing when there is no such workload. */
export type Workloads = (
  kind: 'DaemonSet' | 'Deployment',
  namespace: string,
  name: string,
) => Promise<{ readonly desired: number; readonly ready: number } | undefined>

/** The condition holds. */
export const OK: Outcome = { kind: 'ok' }

/** The condition does not hold yet. */
export const waiting = (reason: string): Outcome => ({ kind: 'waiting', reason })

/** The condition does not apply. */
export const skipped = (reason: string): Outcome => ({ kind: 'skipped', reason })
