import { UserError } from '../user-error.ts'
import { wait } from '../world/clock.ts'
import type { Telling, Tools } from './tools.ts'

/** Either it has come true, or this is what it still waits for. */
export type Look<T> = { readonly value: T } | { readonly waiting: string }

const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 1000
/** A pause is a small part of what was waited before, so that little is lost when it comes true. */
const PART = 0.08

/** Looks again and again until something has come true, soon at first; says whenever the reason for waiting changes. */
export async function until<T>(
  { clock }: Pick<Tools, 'clock'>,
  { progress, signal }: Telling,
  look: () => Promise<Look<T>>,
): Promise<T> {
  const since = clock.now()
  let told: string | undefined
  for (;;) {
    const found = await look()
    if ('value' in found) return found.value
    if (found.waiting !== told) progress(found.waiting)
    told = found.waiting
    const waited = clock.now() - since
    await wait(clock, Math.min(Math.max(SHORTEST_PAUSE_MS, waited * PART), LONGEST_PAUSE_MS), signal)
  }
}

/** A look at something that may not answer yet: what a person could mend is a reason to wait. */
export async function patiently<T>(look: () => Promise<Look<T>>): Promise<Look<T>> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof UserError) return { waiting: error.message }
    throw error
  }
}
