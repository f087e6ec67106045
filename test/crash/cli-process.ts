import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from '../shared-data.ts'

/** An event at which a process is killed; `within` leaves half of a line of the journal. */
export interface KillPoint {
  readonly when: 'before' | 'within' | 'after'
  /** What a line of the journal says, such as `ended vm.create`; or a request to Proxmox, such as `request POST qemu`. */
  readonly event: string
  /** Which of them; the first of the process is 1. */
  readonly nth: number
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** The built command as a process. */
export interface CliProcess {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

const talmox = path.join(root, 'dist/cli/talmox.cjs')
const killer = pathToFileURL(path.join(root, 'test/crash/kill-at-event.mjs')).href

/** Starts the built command; nothing of it knows that it may be killed. */
export function startCli(
  args: readonly string[],
  { cwd, env = {}, killAt }: { cwd: string; env?: Readonly<Record<string, string>>; killAt?: KillPoint | undefined },
): CliProcess {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...(killAt === undefined ? [] : ['--import', killer]), talmox, ...args], {
    cwd,
    env: { PATH, ...env, ...(killAt === undefined ? {} : { KILL_AT_EVENT: JSON.stringify(killAt) }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
    })
  }
  return {
    child,
    ended: once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, ...written })),
  }
}
