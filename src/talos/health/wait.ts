import { UserError } from '../../user-error.ts'
import { type Clock, wait } from '../../world/clock.ts'
import type { Condition, HealthView, Outcome } from './condition.ts'

/** One line of a report: how a condition stands, told when that changes. */
export interface Progress {
  readonly condition: Condition
  readonly outcome: Outcome
  /** Since this condition was first looked at. */
  readonly elapsedMs: number
}

/** How to wait. */
export interface WaitOptions {
  readonly clock: Clock
  readonly report: (progress: Progress) => void
  readonly signal?: AbortSignal
  readonly pollMs?: number
}

const POLL_MS = 5_000

/** Waits for one condition after the other, each as long as it may take. */
export async function waitFor(
  conditions: readonly Condition[],
  cluster: HealthView,
  options: WaitOptions,
): Promise<void> {
  for (const condition of conditions) await waitForOne(condition, cluster, options)
}

/** Looks at every condition once. */
export async function lookAt(conditions: readonly Condition[], cluster: HealthView): Promise<readonly Progress[]> {
  const seen: Progress[] = []
  for (const condition of conditions) {
    seen.push({ condition, outcome: await condition.check(cluster), elapsedMs: 0 })
  }
  return seen
}

async function waitForOne(condition: Condition, cluster: HealthView, options: WaitOptions): Promise<void> {
  const { clock, report, signal, pollMs = POLL_MS } = options
  const start = clock.now()
  let told: string | undefined
  for (;;) {
    signal?.throwIfAborted()
    const outcome = await condition.check(cluster)
    const elapsedMs = clock.now() - start
    const line = outcome.kind === 'ok' ? '' : outcome.reason
    if (line !== told || outcome.kind === 'ok') report({ condition, outcome, elapsedMs })
    told = line
    if (outcome.kind !== 'waiting') return
    if (elapsedMs + pollMs > condition.timeoutMs) throw tooLong(condition, outcome.reason)
    await wait(clock, pollMs, signal)
  }
}

function tooLong({ name, otherwise, timeoutMs }: Condition, reason: string): UserError {
  const minutes = Math.round(timeoutMs / 60_000)
  return new UserError('unhealthy', `after ${minutes} min ${otherwise}: ${reason}`, {
    hint: `run the command again to go on waiting; the condition is called ${name}`,
  })
}
