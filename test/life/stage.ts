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
import { type WrittenWorld, worldFile } from '../../sim/world/seed.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { loadSpec } from '../../src/spec/load.ts'
import type { Clock } from '../../src/world/clock.ts'
import type { Dial } from '../../src/world/dial.ts'
import { type Run, run } from '../cli/run.ts'
import { root } from '../shared-data.ts'
import { idleClock } from './idle-clock.ts'
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

/** Copies an example into a folder of its own and sets a world going in which it fits. */
export async function openStage(beginning: Beginning): Promise<Stage> {
  const { example, edit, world: adapt = (written) => written, clock = idleClock(SPEED) } = beginning
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-life-'))
  const file = path.join(folder, 'cluster.yaml')
  const examples = path.join(root, 'examples')
  cpSync(path.join(examples, `${example}.yaml`), file)
  cpSync(path.join(examples, 'patches'), path.join(folder, 'patches'), { recursive: true })
  const change = (by: Edit) => {
    // Every scalar is a text, so that what is not changed stays as it is written.
    const document = parseDocument(readFileSync(file, 'utf8'), { schema: 'failsafe' })
    by(document)
    writeFileSync(file, String(document))
  }
  if (edit !== undefined) change(edit)
  const desired = await clusterOf(file)
  const written = adapt(
    worldFor(desired, { password: 'correct-horse', secret: '00000000-0000-4000-8000-000000000001' }),
  )
  const running = startWorld({
    world: buildWorldFromFile(worldFile.parse(written), clock.now()),
    speed: SPEED,
    clock,
    ...(beginning.network === undefined ? {} : { network: beginning.network }),
    ...(beginning.guests === undefined ? {} : { guests: beginning.guests }),
  })
  const access = await accessOf(running.world)
  change((document) =>
    document.setIn(['proxmox', 'tls'], { fingerprint: access.endpoints.map((one) => one.fingerprint) }),
  )
  const byPassword = desired.proxmox.credentials.type === 'password'
  const env = {
    TALMOX_PROXMOX_ENDPOINT: access.endpoints.map(({ url }) => url).join(','),
    ...(byPassword
      ? { TALMOX_PROXMOX_USERNAME: 'root@pam', TALMOX_PROXMOX_PASSWORD: access.password }
      : { TALMOX_PROXMOX_API_TOKEN: access.token }),
  }
  const dial = beginning.dial?.(running.dial) ?? running.dial
  const world = { clock, dial, listen: running.listen, authorities: [access.webAuthority] }
  return {
    desired,
    running,
    watch: watchWorld(running),
    folder,
    talmox: (...argv) => run(argv, { cwd: folder, env, world }),
    asked: (answer, ...argv) => run(argv, { cwd: folder, env, world, answer }),
    edit: change,
    close() {
      running.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function clusterOf(file: string): Promise<Desired> {
  const { desired, problems } = resolve(await loadSpec(file))
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return desired
}
