import { openEmbeddedField } from './embedded-field.ts'
import { openLedger } from './ledger.ts'
import { type Choice, choose } from './points.ts'
import { type Scene, scenes } from './scenes.ts'
import { openServedField } from './served-field.ts'
import { sweepExample } from './sweep-example.ts'

/** A part of a sweep that one process does; plain data, so that it can be sent to one. */
export interface SweepJob {
  readonly example: string
  readonly scene: string
  readonly choice: Choice
  /** By processes that are killed with SIGKILL, and not inside of one process. */
  readonly really: boolean
  /** Where verdicts are noted; what has converged is not tried again. */
  readonly ledger: string
}

/** How many runs at once. Simulated time passes when nothing is left to compute in the process, so only one fits into it. */
const AT_ONCE = 1
/** Each of these is two processes: while some wait, others compute. */
const REALLY_AT_ONCE = 2

/** A job for each scene; the longest first, so that no process is left alone with one: most happens where all is made anew. */
export function jobsOf(
  examples: readonly string[],
  isWanted: (example: string, scene: Scene) => boolean,
  how: Omit<SweepJob, 'example' | 'scene'>,
): readonly SweepJob[] {
  const rank = ({ from }: Scene) => (from === 'nothing' ? 0 : 1)
  return examples
    .flatMap((example) => (scenes[example] ?? []).map((scene) => ({ example, scene })))
    .filter(({ example, scene }) => isWanted(example, scene))
    .sort((a, b) => rank(a.scene) - rank(b.scene))
    .map(({ example, scene }) => ({ example, scene: scene.name, ...how }))
}

/** Does one job; true when all of it converged. */
export async function doJob({ example, scene, choice, really, ledger }: SweepJob): Promise<boolean> {
  const { complaints } = await sweepExample(example, {
    open: really ? openServedField : openEmbeddedField,
    only: [scene],
    choose: (events) => choose(events, choice),
    ledger: openLedger(ledger, really ? ' by SIGKILL' : ''),
    parallel: really ? REALLY_AT_ONCE : AT_ONCE,
    tell: (line) => console.log(line),
  })
  return complaints.length === 0
}
