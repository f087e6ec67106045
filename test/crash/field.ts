import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Served, serveWorld } from '../../sim/serve.ts'
import { defaultTiming, quicker } from '../../sim/talos/timing.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import { type Home, homeOf } from '../../src/run/home/home.ts'
import { change, clusterOf, type Edit } from '../life/stage.ts'
import { root } from '../shared-data.ts'
import { type CliProcess, type KillPoint, startCli } from './cli-process.ts'
import { isRequest, killAtRequest } from './requests.ts'

/**
 * Machines that are ten times as quick, at ten times the speed: talmox's own limits stay long, so that a busy computer is
 * not taken for a slow datacenter.
 */
const SPEED = 10
const quick = quicker(defaultTiming, 10)

/** A cluster file in a folder of its own, and a simulated datacenter that other processes reach. */
export interface Field {
  readonly served: Served
  readonly folder: string
  readonly home: Home
  /** The cluster as its file has it now. */
  readonly desired: () => Promise<Desired>
  /** Starts the built command on the cluster file. */
  readonly talmox: (args: readonly string[], killAt?: KillPoint) => CliProcess
  readonly edit: (edit: Edit) => void
  readonly close: () => void
}

/** What a field begins with: an example in a datacenter in which it fits, or a copy of one that was left. */
export interface FieldOptions {
  /** Changes the cluster file before anything is made of it. */
  readonly given?: Edit | undefined
  /** Writes down every request. */
  readonly record?: boolean
  /** Keeps the datacenter in the folder, so that the field can be left and copied. */
  readonly keep?: boolean
}

/** Copies an example and serves a datacenter in which it fits. */
export async function openField(example: string, options: FieldOptions = {}): Promise<Field> {
  const folder = newFolder()
  const file = fileIn(folder)
  cpSync(path.join(root, 'examples', `${example}.yaml`), file)
  cpSync(path.join(root, 'examples', 'patches'), path.join(folder, 'patches'), { recursive: true })
  if (options.given !== undefined) change(file, options.given)
  return await serve(folder, await clusterOf(file), options)
}

/** Goes on with a copy of a field that was kept and left. */
export async function copyField(left: string): Promise<Field> {
  const folder = newFolder()
  cpSync(left, folder, { recursive: true })
  return await serve(folder, await clusterOf(fileIn(folder)), { keep: true })
}

/** Ends the datacenter of a field and leaves its folder, to be copied. */
export function leave({ served, folder }: Field): string {
  served.close()
  return folder
}

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'talmox-crash-'))
const fileIn = (folder: string) => path.join(folder, 'cluster.yaml')

async function serve(folder: string, cluster: Desired, { record, keep }: FieldOptions): Promise<Field> {
  const file = fileIn(folder)
  const served = await serveWorld({
    beginning: { cluster },
    speed: SPEED,
    timing: quick,
    listen: { address: '127.0.0.1', port: 0 },
    control: 0,
    warn: (message) => console.warn(message),
    ...(record ? { record: path.join(folder, 'record.jsonl') } : {}),
    ...(keep ? { state: path.join(folder, 'world.jsonl') } : {}),
  })
  return {
    served,
    folder,
    home: homeOf(file, cluster.name),
    desired: () => clusterOf(file),
    talmox(args, killAt) {
      const command = [...args, '--simulate', served.control.url]
      if (killAt === undefined || !isRequest(killAt)) return startCli(command, { cwd: folder, killAt })
      const run = startCli(command, { cwd: folder })
      killAtRequest(served.running, killAt, run)
      return run
    },
    edit: (edit) => change(file, edit),
    close() {
      served.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
