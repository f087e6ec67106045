import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Document, parseDocument } from 'yaml'
import { accessOf } from '../../sim/control/access.ts'
import type { GuestFactory } from '../../sim/guest/guest.ts'
import type { MappedNetwork } from '../../sim/network/mapped.ts'
import { type RunningWorld, startWorld } from '../../sim/start.ts'
import { buildWorldFromFile } from '../../sim/world/build.ts'
import { worldFor } from '../../sim/world/cluster/world-for.ts'
import { eventClock } from '../../sim/world/event-clock.ts'
import { type WrittenWorld, worldFile } from '../../sim/world/seed.ts'
import type { World } from '../../sim/world/world.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { loadSpec } from '../../src/spec/load.ts'
import type { Clock } from '../../src/world/clock.ts'
import type { Dial } from '../../src/world/dial.ts'
import { type Run, run } from '../cli/run.ts'
import { root } from '../shared-data.ts'
import { giveLeastRights } from './least-rights.ts'
import { type Watch, watchWorld } from './watch.ts'

const SPEED = 400

/** What a cluster's life begins with. */
export interface Beginning {
  /** The name of an example, without ending. */
  readonly example: string
  /** Changes the file before anything is made of it. */
  readonly edit?: Edit
  /** Changes the world that is made for the file. */
  readonly world?: (written: WrittenWorld) => WrittenWorld
  /** Whether the token may also remove images. */
  readonly prune?: boolean
  /** The time in the world; one on which only waiting takes time unless told. */
  readonly clock?: Clock
  /** Where its addresses exist; inside this process unless told. */
  readonly network?: (clock: Clock) => MappedNetwork
  /** What runs inside the machines; simulated Talos unless told. */
  readonly guests?: GuestFactory
  /** How machines are reached that are not of the world; it is given the way to all others. */
  readonly dial?: (within: Dial) => Dial
}

/** Changes a cluster file; values are texts, as in the file. */
export type Edit = (file: Document) => void

/** A cluster file, the simulated world that it is for, and talmox working on both. */
export interface Stage {
  /** The cluster as the file had it in the beginning. */
  readonly desired: Desired
  readonly running: RunningWorld
  readonly watch: Watch
  readonly folder: string
  /** Runs a command as a person would, in the folder of the cluster file. */
  readonly talmox: (...argv: readonly string[]) => Promise<Run>
  /** The same with somebody at the terminal who gives this answer to every question. */
  readonly asked: (answer: string, ...argv: readonly string[]) => Promise<Run>
  readonly edit: (edit: Edit) => void
  readonly close: () => void
}

/** A stage that was left, to be gone on with any number of times. */
export interface LeftStage {
  readonly folder: string
  /** Everything that the world knows, as JSON. */
  readonly world: string
  /** The time in it. */
  readonly now: number
}

/** Copies an example into a folder of its own and sets a world going in which it fits. */
export async function openStage(beginning: Beginning): Promise<Stage> {
  const { example, edit, world: adapt = (written) => written, clock = eventClock(SPEED) } = beginning
  const folder = newFolder()
  const file = fileIn(folder)
  const examples = path.join(root, 'examples')
  cpSync(path.join(examples, `${example}.yaml`), file)
  cpSync(path.join(examples, 'patches'), path.join(folder, 'patches'), { recursive: true })
  if (edit !== undefined) change(file, edit)
  const written = adapt(
    worldFor(await clusterOf(file), { password: 'correct-horse', secret: '00000000-0000-4000-8000-000000000001' }),
  )
  const world = buildWorldFromFile(worldFile.parse(written), clock.now())
  giveLeastRights(world, await clusterOf(file), beginning.prune)
  const { endpoints } = await accessOf(world)
  change(file, (document) =>
    document.setIn(['proxmox', 'tls'], { fingerprint: endpoints.map(({ fingerprint }) => fingerprint) }),
  )
  return await stageOf(folder, world, clock, { ...beginning, own: [] })
}

/** Stops a world with everything in it, and leaves its folder. */
export function leaveStage({ running, folder }: Stage): LeftStage {
  running.stop()
  return { folder, world: JSON.stringify(running.world), now: running.clock.now() }
}

/** Goes on with a copy of a stage that was left. */
export async function resumeStage(left: LeftStage): Promise<Stage> {
  const folder = newFolder()
  cpSync(left.folder, folder, { recursive: true })
  const world: World = JSON.parse(left.world)
  const own = (await clusterOf(fileIn(folder))).machines.map(({ vmid }) => vmid)
  return await stageOf(folder, world, eventClock(SPEED, left.now), { own })
}

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'talmox-life-'))
const fileIn = (folder: string): string => path.join(folder, 'cluster.yaml')

async function stageOf(
  folder: string,
  past: World,
  clock: Clock,
  {
    guests,
    network,
    dial: dialFrom,
    own,
  }: Pick<Beginning, 'guests' | 'network' | 'dial'> & { readonly own: readonly number[] },
): Promise<Stage> {
  const file = fileIn(folder)
  const desired = await clusterOf(file)
  const running = startWorld({
    world: past,
    speed: SPEED,
    clock,
    ...(network === undefined ? {} : { network }),
    ...(guests === undefined ? {} : { guests }),
  })
  const access = await accessOf(running.world)
  const byPassword = desired.proxmox.credentials.type === 'password'
  const env = {
    TALMOX_PROXMOX_ENDPOINT: access.endpoints.map(({ url }) => url).join(','),
    ...(byPassword
      ? { TALMOX_PROXMOX_USERNAME: 'root@pam', TALMOX_PROXMOX_PASSWORD: access.password }
      : { TALMOX_PROXMOX_API_TOKEN: access.token }),
  }
  const dial = dialFrom?.(running.dial) ?? running.dial
  const world = { clock, dial, listen: running.listen, authorities: [access.webAuthority] }
  return {
    desired,
    running,
    watch: watchWorld(running, own),
    folder,
    talmox: (...argv) => run(argv, { cwd: folder, env, world }),
    asked: (answer, ...argv) => run(argv, { cwd: folder, env, world, answer }),
    edit: (edit) => change(file, edit),
    close() {
      running.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Changes a cluster file; every scalar is a text, so that what is not changed stays as it is written. */
export function change(file: string, edit: Edit): void {
  const document = parseDocument(readFileSync(file, 'utf8'), { schema: 'failsafe' })
  edit(document)
  writeFileSync(file, String(document))
}

/** The cluster as a file has it. */
export async function clusterOf(file: string): Promise<Desired> {
  const { desired, problems } = resolve(await loadSpec(file))
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return desired
}
