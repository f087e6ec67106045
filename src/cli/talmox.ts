#!/usr/bin/env node
import { cachedModule, codeFolder } from './code-cache.ts'
import type { Sink, Terminal } from './io.ts'

declare const __TALMOX_VERSION__: string

// `process` is used as the global it is: importing it costs more than all else that `--version` does.

/** A reader that has seen enough, such as `head`, ends the program without a word. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const argv = process.argv.slice(2)

// Asking for the version is what scripts do most: nothing else is loaded for it.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${__TALMOX_VERSION__}\n`)
} else {
  void run()
}

async function run(): Promise<void> {
  const { exports, remember } = cachedModule<typeof import('./main.ts')>(
    { file: `${import.meta.dirname}/program.cjs`, entry: `${import.meta.dirname}/main.cjs` },
    codeFolder(process.env),
    /^[a-z]{1,20}$/.test(argv[0] ?? '') ? String(argv[0]) : 'other',
  )
  process.exitCode = await exports.main(argv, {
    stdout: sink(process.stdout),
    stderr: sink(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    version: __TALMOX_VERSION__,
    interrupted: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve())
      }),
    exit: (code) => process.exit(code),
    ...(process.stdin.isTTY === true ? { ask } : {}),
  })
  // A command that failed at once, such as a misspelt one, has compiled nothing worth keeping.
  if (process.exitCode !== 1) remember()
}

/** Questions go to standard error, so that a piped answer stays the answer. */
async function ask(question: string): Promise<string | undefined> {
  const { createInterface } = await import('node:readline')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await new Promise((resolve) => {
      // Ctrl-C and the end of input close it without an answer.
      lines.once('close', () => resolve(undefined))
      lines.question(question, resolve)
    })
  } finally {
    lines.close()
  }
}

function sink(stream: NodeJS.WriteStream): Sink {
  const write = (text: string) => void stream.write(text)
  if (stream.isTTY !== true) return { write, isTTY: false, columns: undefined }
  // A terminal that does not know how wide it is says 0.
  return { write, isTTY: true, columns: stream.columns || undefined, terminal: terminal(stream) }
}

function terminal(stream: NodeJS.WriteStream): Terminal {
  return {
    size: () => ({ columns: stream.columns, rows: stream.rows }),
    onResize(listener) {
      stream.on('resize', listener)
      return () => stream.off('resize', listener)
    },
    onSuspend(leave, back) {
      const suspend = () => {
        leave()
        // What a listener hears is not done any more; this one nobody can hear.
        process.kill(process.pid, 'SIGSTOP')
      }
      process.on('SIGTSTP', suspend).on('SIGCONT', back)
      return () => void process.off('SIGTSTP', suspend).off('SIGCONT', back)
    },
    onExit(listener) {
      process.on('exit', listener)
      return () => process.off('exit', listener)
    },
  }
}
