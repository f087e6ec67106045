import { UserError } from '../../user-error.ts'
import { wait } from '../../world/clock.ts'
import type { KubernetesClient } from '../client/client.ts'
import { PODS, type Pod } from '../objects/kinds.ts'
import { listObjects } from '../objects/read.ts'
import { cordon } from './cordon.ts'
import { type Eviction, evictPod } from './evict.ts'

/** How a node is drained. */
export interface DrainOptions {
  /** How long it may take. */
  readonly timeoutMs: number
  /** How long pods may take to end; as they say themselves unless told otherwise. */
  readonly graceSeconds?: number
  readonly signal?: AbortSignal
  /** Told what is still there, whenever that changes. */
  readonly report?: (left: readonly StuckPod[]) => void
}

/** A pod that has not left, and why. */
export interface StuckPod {
  /** `namespace/name`. */
  readonly pod: string
  readonly reason: string
}

const POLL_MS = 2000
const AT_ONCE = 16
const NAMED = 10

/** Cordons a node and makes its pods leave, as their budgets allow; says which pods and budgets held it up too long. */
export async function drain(client: KubernetesClient, node: string, options: DrainOptions): Promise<void> {
  if (!(await cordon(client, node))) return
  const { clock } = client
  const { timeoutMs, signal, report } = options
  const deadline = clock.now() + timeoutMs
  const notBefore = new Map<string, number>()
  const refusals = new Map<string, string>()
  let told = ''
  for (;;) {
    signal?.throwIfAborted()
    const pods = (await podsOn(client, node)).filter(mustLeave)
    const due = pods.filter((pod) => isDue(pod, notBefore, clock.now()))
    await inTurns(due, async (pod) => {
      const eviction = await evictPod(client, pod, options.graceSeconds)
      note(pod, eviction, { notBefore, refusals, now: clock.now() })
    })
    const left = pods.map((pod) => ({ pod: nameOf(pod), reason: whyThere(pod, refusals) }))
    const line = JSON.stringify(left)
    if (line !== told) report?.(left)
    told = line
    if (left.length === 0) return
    if (clock.now() + POLL_MS > deadline) throw tooLong(node, timeoutMs, left)
    await wait(clock, POLL_MS, signal)
  }
}

/** The pods on a node. */
export async function podsOn(client: KubernetesClient, node: string): Promise<readonly Pod[]> {
  return (await listObjects(client, PODS, { fields: `spec.nodeName=${node}` })).items
}

const MIRROR = 'kubernetes.io/config.mirror'

/** Whether a drain waits for a pod: not for those that belong to the node itself, nor for those that have ended. */
export function mustLeave({ metadata, status }: Pod): boolean {
  const isMirror = metadata.annotations?.[MIRROR] !== undefined
  const isDaemon = metadata.ownerReferences?.some((owner) => owner.controller === true && owner.kind === 'DaemonSet')
  const hasEnded = status?.phase === 'Succeeded' || status?.phase === 'Failed'
  return !isMirror && isDaemon !== true && !hasEnded
}

const keyOf = ({ metadata }: Pod): string => metadata.uid ?? metadata.name
const nameOf = ({ metadata }: Pod): string => `${metadata.namespace ?? 'default'}/${metadata.name}`

const isDue = (pod: Pod, notBefore: ReadonlyMap<string, number>, now: number): boolean =>
  pod.metadata.deletionTimestamp === undefined && (notBefore.get(keyOf(pod)) ?? 0) <= now

interface Notes {
  readonly notBefore: Map<string, number>
  readonly refusals: Map<string, string>
  readonly now: number
}

function note(pod: Pod, eviction: Eviction, { notBefore, refusals, now }: Notes): void {
  if (eviction.kind !== 'refused') return void refusals.delete(keyOf(pod))
  notBefore.set(keyOf(pod), now + eviction.retryAfterMs)
  refusals.set(keyOf(pod), eviction.reason)
}

const whyThere = (pod: Pod, refusals: ReadonlyMap<string, string>): string =>
  pod.metadata.deletionTimestamp === undefined ? (refusals.get(keyOf(pod)) ?? 'was asked to leave') : 'is ending'

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, worker))
}

function tooLong(node: string, timeoutMs: number, left: readonly StuckPod[]): UserError {
  const named = left.slice(0, NAMED).map(({ pod, reason }) => `${pod} (${reason})`)
  const rest = left.length > NAMED ? `; and ${left.length - NAMED} more` : ''
  const seconds = Math.round(timeoutMs / 1000)
  return new UserError('drain-timeout', `${node} was not drained within ${seconds} s: ${named.join('; ')}${rest}`, {
    hint: 'the node stays cordoned: give the workloads more replicas or their budgets more room, and run the command again',
  })
}
