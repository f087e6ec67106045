import { UserError } from '../../user-error.ts'
import { type Clock, wait } from '../../world/clock.ts'

/** What to do about one kind of failure. */
export interface RetryRule {
  readonly code: string
  /** Only failures that say this. */
  readonly text?: RegExp
  readonly verdict: 'retry' | 'give up'
}

/** How long to try, and who hears about it. */
export interface RetryOptions {
  readonly budgetMs: number
  readonly signal?: AbortSignal
  readonly onRetry?: (reason: UserError) => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** Repeats an action as long as the rules say that its failures pass; a failure without a rule is final. */
export async function retrying<T>(
  clock: Clock,
  rules: readonly RetryRule[],
  { budgetMs, signal, onRetry }: RetryOptions,
  action: () => Promise<T>,
): Promise<T> {
  const end = clock.now() + budgetMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof UserError) || !passes(rules, error) || clock.now() + pause > end) throw error
      onRetry?.(error)
    }
    await wait(clock, pause, signal)
  }
}

function passes(rules: readonly RetryRule[], { code, message }: UserError): boolean {
  return rules.find((rule) => rule.code === code && (rule.text?.test(message) ?? true))?.verdict === 'retry'
}
