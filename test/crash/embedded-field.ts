import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { begin } from '../../sim/begin.ts'
import { accessOf } from '../../sim/control/access.ts'
import { type RunningWorld, startWorld } from '../../sim/start.ts'
import { eventClock } from '../../sim/world/event-clock.ts'
import type { World } from '../../sim/world/world.ts'
import { homeOf } from '../../src/run/home/home.ts'
import type { World as TalmoxWorld } from '../../src/world/world.ts'
import { run } from '../cli/run.ts'
import { change, clusterOf } from '../life/stage.ts'
import type { Ended, KillPoint } from './cli-process.ts'
import { type Field, fileIn, folderOf, type Left, type OpenField, quick } from './field.ts'
import { type Files, readFiles, writeFiles } from './files.ts'
import { eventOf, type Reader, readingJournal } from './journal-lines.ts'
import { mortalWorld } from './mortal-world.ts'
import { leftOf, photographed } from './photographs.ts'
import { isRequest, killAtRequest } from './requests.ts'

/** Fast, and slow enough that a file that takes its time to be written is not an hour in the world. */
const SPEED = 50

/** What a field goes on from. */
interface Past {
  readonly folder: string
  readonly world: World
  /** The time in it. */
  readonly now: number
}

/** Copies an example and sets a datacenter going in which it fits. */
export const openEmbeddedField: OpenField = async (example, { given }) => {
  const folder = folderOf(example, given)
  const now = Date.now()
  const world = begin({ cluster: await clusterOf(fileIn(folder)) }, now)
  const { endpoints } = await accessOf(world)
  change(fileIn(folder), (file) =>
    file.setIn(['proxmox', 'tls'], { fingerprint: endpoints.map(({ fingerprint }) => fingerprint) }),
  )
  return await embed({ folder, world, now })
}

/** A field all inside of this process, where nothing has to start; a run that is killed is cut off from the world. */
async function embed(past: Past): Promise<Field> {
  const running = startWorld({ world: past.world, speed: SPEED, timing: quick, clock: eventClock(SPEED, past.now) })
  const { name, proxmox } = await clusterOf(fileIn(past.folder))
  const env = await waysIn(running, proxmox.credentials.type === 'password')
  const { clock, dial, listen } = running
  const whole = { clock, dial, listen, authorities: [(await accessOf(running.world)).webAuthority] }
  const buried: string[] = []
  let { folder } = past

  const play = async (args: readonly string[], reader: Reader, world: TalmoxWorld = whole): Promise<Ended> => {
    const { code, stdout, stderr } = await readingJournal(reader, () => run(args, { cwd: folder, env, world }))
    return { code, signal: null, stdout, stderr }
  }
  const photograph = (): Left => {
    const files = readFiles(folder)
    const world = JSON.stringify(running.world)
    const now = clock.now()
    return {
      copy: (end = '') => embed({ folder: writeDead(files, name, end), world: JSON.parse(world), now }),
      discard: () => undefined,
    }
  }
  /** Resolves when the run was killed; what goes on in its folder then does no harm any more. */
  const killed = (args: readonly string[], point: KillPoint): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const { world, cut } = mortalWorld(whole)
      let journal: FileHandle | undefined
      let isDead = false
      const kill = (end = '') => {
        isDead = true
        // The system closes the files of a process that is gone.
        journal?.close().catch(() => undefined)
        const copy = writeDead(readFiles(folder), name, end)
        cut()
        buried.push(folder)
        folder = copy
        resolve({ code: null, signal: 'SIGKILL', stdout: '', stderr: '' })
      }
      if (isRequest(point)) killAtRequest(running, point, () => kill())
      const watch = isRequest(point) ? ignore : killerOf(point, kill)
      const reader: Reader = (line, file) => {
        journal = file
        if (!isDead) watch(line, file)
        return isDead ? 'dead' : undefined
      }
      play(args, reader, world).then(resolve, reject)
    })
  const close = () => {
    running.stop()
    for (const each of [folder, ...buried]) rmSync(each, { recursive: true, force: true })
  }
  return {
    running,
    get folder() {
      return folder
    },
    get home() {
      return homeOf(fileIn(folder), name)
    },
    desired: () => clusterOf(fileIn(folder)),
    run: (args, killAt) => (killAt === undefined ? play(args, ignore) : killed(args, killAt)),
    rehearse: (args) => photographed(running, photograph, (reader) => play(args, reader)),
    edit: (edit) => change(fileIn(folder), edit),
    leave() {
      const left = photograph()
      close()
      return left
    },
    close,
  }
}

async function waysIn({ world }: RunningWorld, byPassword: boolean) {
  const { endpoints, token, password } = await accessOf(world)
  return {
    TALMOX_PROXMOX_ENDPOINT: endpoints.map(({ url }) => url).join(','),
    ...(byPassword
      ? { TALMOX_PROXMOX_USERNAME: 'root@pam', TALMOX_PROXMOX_PASSWORD: password }
      : { TALMOX_PROXMOX_API_TOKEN: token }),
  }
}

const ignore: Reader = () => undefined

function killerOf({ event, nth, when }: KillPoint, kill: (end: string) => void): Reader {
  let met = 0
  return (line) => {
    if (eventOf(line) === event && ++met === nth) kill(leftOf(line, when))
    return undefined
  }
}

/** The folder as a process that was killed leaves it: its lock names a process that is no more. */
function writeDead(files: Files, cluster: string, end: string): string {
  const { journal, lock } = homeOf(fileIn(''), cluster)
  const left = new Map(files)
  const change = (name: string, edit: (text: string) => string) => {
    const file = files.get(path.normalize(name))
    if (file?.bytes !== undefined)
      left.set(path.normalize(name), { ...file, bytes: Buffer.from(edit(file.bytes.toString())) })
  }
  change(journal, (lines) => lines + end)
  change(lock, (holder) => holder.replace(`"pid":${process.pid}`, `"pid":${dead()}`))
  return writeFiles(left)
}

let pid: number | undefined
function dead(): number {
  pid ??= spawnSync(process.execPath, ['-e', '']).pid
  return pid
}
