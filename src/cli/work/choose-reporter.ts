import { liveReport } from '../screen/live-report.ts'
import { reportJson } from './report-json.ts'
import { reportLines } from './report-lines.ts'
import type { Reporter } from './reporter.ts'
import type { Work } from './with-cluster.ts'

/** How a run is to be shown. */
export interface ShowOptions {
  readonly json: boolean
  readonly verbose?: boolean
}

/** Events for programs, a live view on a terminal, lines everywhere else and where requests are shown too. */
export function chooseReporter({ session, redaction: { mask } }: Work, { json, verbose }: ShowOptions): Reporter {
  const { io, out, area, world } = session
  if (json) return reportJson({ print: io.stdout.write, mask, clock: world.clock })
  if (area === undefined || verbose) return reportLines(out, mask)
  return liveReport({ area, paint: out.paint, clock: world.clock, mask, print: out.print, every })
}

function every(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds)
  return () => clearInterval(timer)
}

/** With `--json`, standard output belongs to events, and what people read goes to standard error. */
export const forPeople = <S extends Work['session']>(session: S, { json }: Pick<ShowOptions, 'json'>): S =>
  json ? { ...session, out: session.err } : session
