import { UserError } from '../user-error.ts'
import type { Io } from './io.ts'

/** Asks a person; where there is none, `alone` says what could not be asked, and a person who breaks off ends the program. */
export async function ask({ ask: put }: Pick<Io, 'ask'>, question: string, alone: string): Promise<string> {
  if (put === undefined) throw new UserError('no-terminal', alone, { hint: 'add --yes to go on without asking' })
  const answer = await put(question)
  if (answer === undefined) throw new UserError('interrupted', 'stopped')
  return answer.trim()
}

/** Whether an answer is a yes. */
export const isYes = (answer: string): boolean => /^y(?:es)?$/i.test(answer)
