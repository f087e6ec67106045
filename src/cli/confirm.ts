import { UserError } from '../user-error.ts'
import type { Session } from './command.ts'

/** Asks a person whether to go on; without one, only the flag that says so beforehand counts. */
export async function confirm(question: string, yes: boolean, { io }: Pick<Session, 'io'>): Promise<boolean> {
  if (yes) return true
  if (io.ask === undefined) {
    throw new UserError('confirm', 'this needs a yes, and there is nobody to ask', { hint: 'add --yes' })
  }
  return /^y(?:es)?$/i.test((await io.ask(`${question} [y/N] `)).trim())
}
