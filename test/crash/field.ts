import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Served, serveWorld } from '../../sim/serve.ts'
import { defaultTiming, quicker } from '../../sim/talos/timing.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { type Home, homeOf } from '../../src/run/home/home.ts'
import { loadSpec } from '../../src/spec/load.ts'
import { root } from '../shared-data.ts'
import { type CliProcess, type JournalPoint, startCli } from './cli-process.ts'

/**
 * Machines that are ten times as quick, at ten times the speed: talmox's own limits stay long, so that a busy computer is
 * not taken for a slow datacenter.
 */
const SPEED = 10
const quick = quicker(defaultTiming, 10)

/** A cluster file in a folder of its own, and a simulated datacenter that other processes reach. */
export interface Field {
  readonly desired: Desired
  readonly served: Served
  readonly folder: string
  readonly home: Home
  /** Starts the built command on the cluster file. */
  readonly talmox: (args: readonly string[], killAt?: JournalPoint) => CliProcess
  readonly edit: (change: (text: string) => string) => void
  readonly close: () => void
}

/** Copies an example and serves a datacenter in which it fits. */
export async function openField(example: string, { record }: { readonly record?: boolean } = {}): Promise<Field> {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-crash-'))
  const file = path.join(folder, 'cluster.yaml')
  cpSync(path.join(root, 'examples', `${example}.yaml`), file)
  cpSync(path.join(root, 'examples', 'patches'), path.join(folder, 'patches'), { recursive: true })
  const { desired, problems } = resolve(await loadSpec(file))
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  const served = await serveWorld({
    beginning: { cluster: desired },
    speed: SPEED,
    timing: quick,
    listen: { address: '127.0.0.1', port: 0 },
    control: 0,
    warn: (message) => console.warn(message),
    ...(record ? { record: path.join(folder, 'record.jsonl') } : {}),
  })
  return {
    desired,
    served,
    folder,
    home: homeOf(file, desired.name),
    talmox: (args, killAt) => startCli([...args, '--simulate', served.control.url], { cwd: folder, killAt }),
    edit: (change) => writeFileSync(file, change(readFileSync(file, 'utf8'))),
    close() {
      served.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
