import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Io, Sink } from '../../src/cli/io.ts'
import { main } from '../../src/cli/main.ts'
import type { World } from '../../src/world/world.ts'

/** What a run of talmox looked like from outside. */
export interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The surroundings of a run; what is not said is a pipe in the folder of the test files, without any variables. */
export interface Surroundings {
  readonly cwd?: string
  readonly env?: Io['env']
  /** Width of the terminal that both streams are; without it they are pipes. */
  readonly terminal?: number
  /** The time and the network; those of this machine unless told. */
  readonly world?: World
  /** What a person answers to every question; without it there is nobody to ask. */
  readonly answer?: string
}

/** A folder with a cluster file that stays as it is, so that what is shown of it does too. */
export const files = path.join(import.meta.dirname, 'files')

/** Runs talmox in this process. */
export async function run(argv: readonly string[], surroundings: Surroundings = {}): Promise<Run> {
  const { io, read } = fakeIo(surroundings)
  const code = await main(argv, io)
  return { code, ...read() }
}

/** Surroundings that remember what was written. */
export function fakeIo({ cwd = files, env = {}, terminal, world, answer }: Surroundings): {
  readonly io: Io
  readonly read: () => Omit<Run, 'code'>
} {
  const written = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof written): Sink => ({
    write: (text) => {
      written[name] += text
    },
    isTTY: terminal !== undefined,
    columns: terminal,
  })
  return {
    io: {
      stdout: sink('stdout'),
      stderr: sink('stderr'),
      env,
      cwd,
      version: '1.2.3',
      ...(world === undefined ? {} : { world }),
      ...(answer === undefined ? {} : { ask: answering(sink('stderr'), answer) }),
    },
    read: () => ({ ...written }),
  }
}

const answering = (to: Sink, answer: string) => async (question: string) => {
  to.write(`${question}${answer}\n`)
  return answer
}

/** A new empty folder; the operating system cleans it up. */
export function emptyFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'talmox-cli-'))
}
