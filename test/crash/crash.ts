import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Ended, KillPoint } from './cli-process.ts'
import { endState, wrongsOfHome, wrongsOfNothing, wrongsOfUp } from './end-state.ts'
import { type Field, leave, openField } from './field.ts'
import { noteRequests } from './requests.ts'
import type { Scene } from './scenes.ts'

/** A scene that is ready to be played, and what comes of it when nobody disturbs it. */
export interface Rehearsed {
  /** What each line of the journal says, such as `ended vm.create`, and each request that changes something. */
  readonly events: readonly string[]
  /** Opens a field as it is before the scene. */
  readonly open: () => Promise<Field>
  readonly scene: Scene
  readonly end: ReturnType<typeof endState>
}

/** What became of a crash. */
export interface Verdict {
  readonly point: KillPoint
  /** Nothing when the next run mended everything. */
  readonly wrongs: readonly string[]
}

/** Brings a cluster up and leaves it, for scenes to begin with; the result is the folder. */
export async function clusterThatIsUp(example: string, given: Scene['given']): Promise<string> {
  const field = await openField(example, { given, keep: true })
  const run = await field.talmox(['up', '--yes']).ended
  const wrongs = [...failure('the run before the scene', run), ...(await wrongsOf(field, ['up']))]
  if (wrongs.length > 0) {
    field.close()
    throw new Error(`${example}: ${wrongs.join('\n')}`)
  }
  return leave(field)
}

/** Plays a scene without any disturbance. */
export async function rehearse(scene: Scene, open: Rehearsed['open']): Promise<Rehearsed> {
  const field = await open()
  try {
    const before = linesOf(field).length
    const requests = noteRequests(field.served.running)
    const run = await field.talmox(scene.command).ended
    const wrongs = [...failure('the undisturbed run', run), ...(await wrongsOf(field, scene.command))]
    if (wrongs.length > 0) throw new Error(wrongs.join('\n'))
    const events = [...linesOf(field).slice(before).map(eventOf), ...requests()]
    return { events, open, scene, end: endState(field.served.running.world) }
  } finally {
    field.close()
  }
}

/** Kills a run at an event of its journal, runs again, and compares with what an undisturbed run has come to. */
export async function crash({ scene, open, end }: Rehearsed, point: KillPoint): Promise<Verdict> {
  const field = await open()
  const { world } = field.served.running
  const secrets = () => (existsSync(field.home.secrets) ? readFileSync(field.home.secrets, 'utf8') : undefined)
  try {
    const first = await field.talmox(scene.command, point).ended
    if (first.signal !== 'SIGKILL') return { point, wrongs: ['it was not killed', ...failure('the first run', first)] }
    const before = secrets()
    const second = await field.talmox(scene.command).ended
    const wrongs = [
      ...failure('the next run', second),
      ...(await wrongsOf(field, scene.command)),
      ...(before === undefined || before === secrets() ? [] : ['the secrets are others']),
      ...(isDeepStrictEqual(endState(world), end) ? [] : ['the end differs from that of an undisturbed run']),
    ]
    return { point, wrongs }
  } finally {
    field.close()
  }
}

async function wrongsOf({ served, home, desired }: Field, [command]: readonly string[]): Promise<readonly string[]> {
  const { world } = served.running
  const of = command === 'destroy' ? wrongsOfNothing(world) : wrongsOfUp(world, await desired())
  return [...of, ...wrongsOfHome(home)]
}

const linesOf = ({ home }: Field): readonly string[] =>
  existsSync(home.journal) ? readFileSync(home.journal, 'utf8').trimEnd().split('\n') : []

function eventOf(line: string): string {
  const { type, id = '' }: { readonly type: string; readonly id?: string } = JSON.parse(line)
  return `${type} ${id.split('/')[0]}`.trim()
}

function failure(what: string, { code, signal, stdout, stderr }: Ended): readonly string[] {
  if (code === 0) return []
  return [`${what} ended with ${code ?? signal}:\n${stdout.slice(-2000)}\n${stderr}`]
}
