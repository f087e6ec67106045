import { visible } from '../spec/visible-text.ts'
import type { Log } from '../world/log.ts'
import type { Redaction } from '../world/redaction.ts'
import { toggle } from './flag.ts'
import type { Printer } from './printer.ts'

/** The flag that shows what clients do. */
export const verboseFlag = toggle({ about: 'also print every request, without secrets, on standard error', short: 'v' })

/** Prints what clients say, without secrets: their warnings, and every request where that is wanted. */
export function logTo({ print, paint }: Printer, redaction: Redaction, verbose: boolean): Log {
  const shown = (line: string) => visible(redaction.mask(line))
  return {
    debug: verbose ? (line) => print(`${paint('dim', shown(line))}\n`) : () => undefined,
    warn: (line) => print(`${paint(['bold', 'yellow'], 'warning:')} ${shown(line)}\n`),
  }
}
