import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Served, serveWorld } from '../../sim/serve.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import { type Home, homeOf } from '../../src/run/home/home.ts'
import { change, clusterOf, type Edit } from '../life/stage.ts'
import { type CliProcess, type KillPoint, startCli } from './cli-process.ts'
import { copyOf, type Field, fileIn, folderOf, quick } from './field.ts'
import { eventOf } from './journal-lines.ts'
import { isRequest, killAtRequest, watchRequests } from './requests.ts'

const SPEED = 10

/** A field whose datacenter other processes reach, and whose talmox is a process that is really killed. */
export interface ServedField extends Field {
  readonly served: Served
  /** Starts the built command on the cluster file. */
  readonly talmox: (args: readonly string[], killAt?: KillPoint) => CliProcess
}

/** What a field begins with. */
export interface FieldOptions {
  /** Changes the cluster file before anything is made of it. */
  readonly given?: Edit | undefined
  /** Writes down every request. */
  readonly record?: boolean
  /** Keeps the datacenter in the folder, so that the field can be left and copied. */
  readonly keep?: boolean
}

/** Copies an example and serves a datacenter in which it fits. */
export async function openServedField(example: string, options: FieldOptions = {}): Promise<ServedField> {
  const folder = folderOf(example, options.given)
  return await serve(folder, await clusterOf(fileIn(folder)), options)
}

async function serve(folder: string, cluster: Desired, { record, keep }: FieldOptions): Promise<ServedField> {
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
  const { running } = served
  const home = homeOf(file, cluster.name)
  const discard = () => rmSync(folder, { recursive: true, force: true })
  const talmox = (args: readonly string[], killAt?: KillPoint) => {
    const command = [...args, '--simulate', served.control.url]
    if (killAt === undefined || !isRequest(killAt)) return startCli(command, { cwd: folder, killAt })
    const run = startCli(command, { cwd: folder })
    killAtRequest(running, killAt, () => void run.child.kill('SIGKILL'))
    return run
  }
  return {
    served,
    running,
    folder,
    home,
    desired: () => clusterOf(file),
    talmox,
    run: (args, killAt) => talmox(args, killAt).ended,
    async rehearse(args) {
      const before = linesOf(home).length
      const requests: string[] = []
      const end = watchRequests(running, (event) => {
        requests.push(event)
        return undefined
      })
      const ended = await talmox(args).ended
      end()
      const events = [
        ...linesOf(home)
          .slice(before)
          .flatMap((line) => eventOf(line) ?? []),
        ...requests,
      ]
      return { ended, events, leftAt: () => undefined, discard: () => undefined }
    },
    edit: (edit) => change(file, edit),
    leave() {
      served.close()
      return { copy: () => copied(folder), discard }
    },
    close() {
      served.close()
      discard()
    },
  }
}

async function copied(left: string): Promise<ServedField> {
  const folder = copyOf(left)
  return await serve(folder, await clusterOf(fileIn(folder)), { keep: true })
}

const linesOf = ({ journal }: Home): readonly string[] =>
  existsSync(journal) ? readFileSync(journal, 'utf8').trimEnd().split('\n') : []
