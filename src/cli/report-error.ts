import { CommanderError } from 'commander'
import { visible, visibleLines } from '../spec/visible-text.ts'
import { UserError } from '../user-error.ts'
import type { Session } from './command.ts'
import { type ExitCode, exitCodes } from './exit-code.ts'

/** Tells a person what went wrong: what they can fix in two lines, a bug with everything that helps to find it. */
export function reportError(error: unknown, { err, io }: Session): ExitCode {
  // The parser throws once it has printed help or the version; help that nobody asked for is a failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.failed
  if (error instanceof UserError && error.code === 'interrupted') {
    err.print(`\n${error.message}\n`)
    return exitCodes.interrupted
  }
  if (error instanceof UserError) {
    reportUser(error.message, error.hint, err)
    return CODES[error.code] ?? exitCodes.failed
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  err.print(`${visibleLines(stack)}\n`)
  err.print(`${err.paint(['bold', 'red'], 'bug:')} this is a mistake in talmox ${io.version}, not yours\n`)
  err.print(`${err.paint('cyan', 'hint:')} please report it, with these lines and the command that was run\n`)
  return exitCodes.failed
}

/** What ends with another code than 1. */
const CODES: Readonly<Record<string, ExitCode>> = { 'plan-stale': exitCodes.preflight }

type Err = Session['err']

function reportUser(message: string, hint: string | undefined, { print, paint }: Err): void {
  print(`${paint(['bold', 'red'], 'error:')} ${visibleLines(message)}\n`)
  if (hint !== undefined) print(`${paint('cyan', 'hint:')} ${visible(hint)}\n`)
}
