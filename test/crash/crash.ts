import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Ended, JournalPoint } from './cli-process.ts'
import { endState, wrongsOfHome, wrongsOfUp } from './end-state.ts'
import { openField } from './field.ts'

/** What an undisturbed run has come to, and how many lines its journal has. */
export interface Reference {
  readonly lines: number
  readonly end: ReturnType<typeof endState>
}

/** What became of a crash. */
export interface Verdict {
  readonly point: JournalPoint
  /** Nothing when the next run mended everything. */
  readonly wrongs: readonly string[]
}

/** Brings an example up without any disturbance. */
export async function undisturbed(example: string): Promise<Reference> {
  const field = await openField(example)
  try {
    const run = await field.talmox(['up', '--yes']).ended
    const wrongs = [
      ...failure('the undisturbed run', run),
      ...wrongsOfUp(field.served.running.world, field.desired),
      ...wrongsOfHome(field.home),
    ]
    if (wrongs.length > 0) throw new Error(`${example}: ${wrongs.join('\n')}`)
    const lines = readFileSync(field.home.journal, 'utf8').trimEnd().split('\n').length
    return { lines, end: endState(field.served.running.world) }
  } finally {
    field.close()
  }
}

/** Kills a run at a line of its journal, runs again, and compares with what an undisturbed run has come to. */
export async function crash(example: string, point: JournalPoint, { end }: Reference): Promise<Verdict> {
  const field = await openField(example)
  const { world } = field.served.running
  const secrets = () => (existsSync(field.home.secrets) ? readFileSync(field.home.secrets, 'utf8') : undefined)
  try {
    const first = await field.talmox(['up', '--yes'], point).ended
    if (first.signal !== 'SIGKILL') return { point, wrongs: ['it was not killed', ...failure('the first run', first)] }
    const before = secrets()
    const second = await field.talmox(['up', '--yes']).ended
    const wrongs = [
      ...failure('the next run', second),
      ...wrongsOfUp(world, field.desired),
      ...wrongsOfHome(field.home),
      ...(before === undefined || before === secrets() ? [] : ['the secrets are others']),
      ...(isDeepStrictEqual(endState(world), end) ? [] : ['the end differs from that of an undisturbed run']),
    ]
    return { point, wrongs }
  } finally {
    field.close()
  }
}

/** Every point at which a run with so many lines in its journal can be killed. */
export const pointsOf = (lines: number, whens: readonly JournalPoint['when'][]): readonly JournalPoint[] =>
  Array.from({ length: lines }, (_, index) => whens.map((when) => ({ when, line: index + 1 }))).flat()

function failure(what: string, { code, signal, stdout, stderr }: Ended): readonly string[] {
  if (code === 0) return []
  return [`${what} ended with ${code ?? signal}:\n${stdout.slice(-2000)}\n${stderr}`]
}
