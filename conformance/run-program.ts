import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/** What became of a program that was run. */
export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** How a program is run. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

const PATIENCE = 240_000

/** Runs a program beside this process, which may have to answer it meanwhile. */
export async function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { HTTPS_PROXY: _, https_proxy: __, ...own } = process.env
  const child = spawn(program, args, {
    env: { ...own, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // What never ends is shown as far as it came.
    timeout: PATIENCE,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : null, output, errors }
}

/** A program that is run again and again. */
export interface Program {
  readonly run: (...args: readonly string[]) => Promise<Ended>
  /** Its output, when it succeeds; else an error with all that it said. */
  readonly succeed: (...args: readonly string[]) => Promise<string>
  /** All that it said, when it fails. */
  readonly refused: (...args: readonly string[]) => Promise<string>
}

/** Makes a program that is always run in the same way. */
export function programAt(file: string, options: RunOptions): Program {
  const run: Program['run'] = (...args) => runProgram(file, args, options)
  return {
    run,
    async succeed(...args) {
      const { code, output, errors } = await run(...args)
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}${errors}`)
      return output
    },
    async refused(...args) {
      const { code, output, errors } = await run(...args)
      if (code === 0) throw new Error(`${args.join(' ')} succeeded:\n${output}`)
      return output + errors
    },
  }
}
