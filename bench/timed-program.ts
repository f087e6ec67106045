import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'

/** What a program did, and what it took. */
export interface Timed {
  readonly output: string
  /** Milliseconds from its start to its end. */
  readonly wallMs: number
  /** Milliseconds that it and every program it started have computed. */
  readonly cpuMs: number
}

/** How a program is run. */
export interface TimedOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

// The shell alone can tell what all descendants of a program have computed.
const SCRIPT = '"$@"; code=$?; times >&3; exit $code'

/** Runs a program to its end and measures it; one that fails is an error with all that it said. */
export async function timedProgram(program: string, args: readonly string[], options: TimedOptions): Promise<Timed> {
  const began = performance.now()
  const child = spawn('sh', ['-c', SCRIPT, 'sh', program, ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, , , third] = child.stdio
  if (child.stdout === null || child.stderr === null || third === null || third === undefined || !('read' in third)) {
    throw new Error('bug: a child without pipes')
  }
  const said = Promise.all([text(child.stdout), text(child.stderr), text(third)])
  const [code] = await once(child, 'close')
  const wallMs = performance.now() - began
  const [output, errors, times] = await said
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}${errors}`)
  return { output, wallMs, cpuMs: readTimes(times) }
}

/** Two lines, each with the time in the program and in the system: of the shell itself, and of all that it ran. */
function readTimes(lines: string): number {
  const [, children = ''] = lines.trim().split('\n')
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000, 0)
}
