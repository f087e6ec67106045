import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { readFailure } from '../../spec/files.ts'
import type { SecretSource } from '../../spec/schema/values.ts'
import { visible } from '../../spec/visible-text.ts'
import { UserError } from '../../user-error.ts'
import type { Log } from '../../world/log.ts'

/** Where secrets are looked for. */
export interface SecretPlaces {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder of the cluster file. */
  readonly folder: string
  readonly log: Pick<Log, 'warn'>
  /** Milliseconds that a command may take; long enough for a person who has to unlock a password store. */
  readonly commandLimit?: number
}

const COMMAND_MS = 60_000
const LONGEST_SECRET = 64 * 1024

/** Gets a secret from its source, without the white space around it; `what` is how messages call it. */
export async function readSecret(source: SecretSource, what: string, places: SecretPlaces): Promise<string> {
  const secret = (await readRaw(source, what, places)).trim()
  if (secret !== '') return secret
  throw new UserError('secret-empty', `${what}: ${sourceName(source)} holds nothing`)
}

/** How messages call a source. */
export function sourceName({ env, file, command }: SecretSource): string {
  if (env !== undefined) return `the environment variable ${env}`
  return file !== undefined ? `the file ${file}` : `the command ${command?.[0]}`
}

async function readRaw(source: SecretSource, what: string, places: SecretPlaces): Promise<string> {
  const { env, file, command: [program, ...args] = [] } = source
  if (env !== undefined) {
    const value = places.env[env]
    if (value !== undefined) return value
    throw new UserError('secret-missing', `${what}: the environment variable ${env} is not set`, {
      hint: 'set it, or say in the cluster file where else the secret is: env, file or command',
    })
  }
  if (file !== undefined) return await readSecretFile(file, what, places)
  if (program !== undefined) return await runSecretCommand(program, args, what, places)
  throw new Error(`${what} has no source`)
}

async function readSecretFile(name: string, what: string, { env, folder, log }: SecretPlaces): Promise<string> {
  const file = path.resolve(
    folder,
    name.replace(/^~(?=$|\/)/, () => env.HOME ?? homedir()),
  )
  try {
    const { mode, size } = await stat(file)
    if (process.platform !== 'win32' && (mode & 0o004) !== 0) {
      log.warn(`${file} can be read by every user of this machine: \`chmod 600\` it`)
    }
    if (size > LONGEST_SECRET) throw new Error('too large to be a secret')
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UserError('secret-file', `${what}: ${file}: ${readFailure(error)}`)
  }
}

function runSecretCommand(
  program: string,
  args: readonly string[],
  what: string,
  { folder, commandLimit = COMMAND_MS }: SecretPlaces,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: folder,
      timeout: commandLimit,
      killSignal: 'SIGKILL',
      maxBuffer: LONGEST_SECRET,
      windowsHide: true,
    } as const
    // Only its complaints are shown: what it printed may be the secret.
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const complaint = stderr.trim().split('\n').map(visible).slice(-5).join('\n  ')
      reject(
        new UserError('secret-command', `${what}: the command ${program} ${endOf(error, commandLimit)}`, {
          ...(complaint === '' ? {} : { hint: `it said: ${complaint}` }),
        }),
      )
    })
    child.stdin?.end()
  })
}

function endOf(error: Error & { readonly code?: unknown; readonly killed?: unknown }, limit: number): string {
  if (error.code === 'ENOENT') return 'was not found'
  if (error.code === 'EACCES') return 'may not be run'
  if (error.killed === true) return `did not end within ${limit / 1000} s`
  return typeof error.code === 'number' ? `ended with status ${error.code}` : 'failed'
}
