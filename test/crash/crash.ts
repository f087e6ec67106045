import { existsSync, readFileSync } from 'node:fs'
import type { Ended, KillPoint } from './cli-process.ts'
import { differences } from './differences.ts'
import { endState, wrongsOfHome, wrongsOfNothing, wrongsOfUp } from './end-state.ts'
import type { Field, Left, OpenField, Rehearsal } from './field.ts'
import type { Scene } from './scenes.ts'

/** A scene that is ready to be played, and what comes of it when nobody disturbs it. */
export interface Rehearsed extends Pick<Rehearsal, 'events' | 'leftAt' | 'discard'> {
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

/** Brings a cluster up and leaves it, for scenes to begin with. */
export async function clusterThatIsUp(open: OpenField, example: string, given: Scene['given']): Promise<Left> {
  const field = await open(example, { given, keep: true })
  const run = await field.run(['up', '--yes'])
  const wrongs = [...failure('the run before the scene', run), ...(await wrongsOf(field, ['up']))]
  if (wrongs.length === 0) return field.leave()
  field.close()
  throw new Error(`${example}: ${wrongs.join('\n')}`)
}

/** Plays a scene without any disturbance. */
export async function rehearse(scene: Scene, open: Rehearsed['open']): Promise<Rehearsed> {
  const field = await open()
  try {
    const { ended, events, leftAt, discard } = await field.rehearse(scene.command)
    const wrongs = [...failure('the undisturbed run', ended), ...(await wrongsOf(field, scene.command))]
    if (wrongs.length > 0) throw new Error(wrongs.join('\n'))
    return { events, leftAt, discard, open, scene, end: endState(field.running.world) }
  } finally {
    field.close()
  }
}

/** What a kill at a point leaves, and how the run that was to be killed ended. */
export async function killedAt(
  { scene, open, leftAt }: Rehearsed,
  point: KillPoint,
): Promise<{ readonly field: Field; readonly first: Ended }> {
  const known = await leftAt(point)
  if (known !== undefined) return { field: known, first: KILLED }
  const field = await open()
  return { field, first: await field.run(scene.command, point) }
}

/** Kills a run at an event of its journal, runs again, and compares with what an undisturbed run has come to. */
export async function crash(rehearsed: Rehearsed, point: KillPoint): Promise<Verdict> {
  const { scene, end } = rehearsed
  const { field, first } = await killedAt(rehearsed, point)
  const secrets = () => (existsSync(field.home.secrets) ? readFileSync(field.home.secrets, 'utf8') : undefined)
  try {
    if (first.signal !== 'SIGKILL') return { point, wrongs: ['it was not killed', ...failure('the first run', first)] }
    const before = secrets()
    const takes = (flag: string) => scene.command.includes(flag)
    const second = await field.run(scene.command)
    const wrongs = [
      ...failure('the next run', second),
      ...(await wrongsOf(field, scene.command)),
      ...(before === undefined || before === secrets() || takes('--secrets') ? [] : ['the secrets are others']),
      ...differences('end', endState(field.running.world), end),
    ]
    return { point, wrongs }
  } finally {
    field.close()
  }
}

const KILLED = { signal: 'SIGKILL', code: null, stdout: '', stderr: '' } as const

async function wrongsOf({ running, home, desired }: Field, command: readonly string[]): Promise<readonly string[]> {
  const { world } = running
  const of = command.includes('destroy')
    ? wrongsOfNothing(world, { images: command.includes('--images') })
    : wrongsOfUp(world, await desired())
  return [...of, ...wrongsOfHome(home, { secrets: !command.includes('--secrets') })]
}

function failure(what: string, { code, signal, stdout, stderr }: Ended): readonly string[] {
  if (code === 0) return []
  return [`${what} ended with ${code ?? signal}:\n${stdout.slice(-2000)}\n${stderr}`]
}
