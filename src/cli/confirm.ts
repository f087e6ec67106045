import { ask, isYes } from './ask.ts'
import type { Session } from './command.ts'

/** Asks a person whether to go on; without one, only the flag that says so beforehand counts. */
export async function confirm(question: string, yes: boolean, { io }: Pick<Session, 'io'>): Promise<boolean> {
  return yes || isYes(await ask(io, `${question} [y/N] `, 'this needs a yes, and there is nobody to ask'))
}
