import { readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import process from 'node:process'
import { isErrno } from '../files/errno.ts'
import { createPrivate } from '../files/write-private.ts'
import { UserError } from '../user-error.ts'

/** Who works on a cluster. */
export interface LockHolder {
  readonly user: string
  readonly computer: string
  readonly pid: number
  readonly command: string
  readonly since: string
}

/** A lock that is held; let go of it at the end. */
export interface Lock {
  readonly release: () => Promise<void>
}

/** Takes the lock of a cluster, so that two runs do not work on it at once. */
export async function takeLock(
  file: string,
  command: string,
  options: { readonly breakLock?: boolean } = {},
): Promise<Lock> {
  const holder = me(command)
  const text = `${JSON.stringify(holder)}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await createPrivate(file, text)) return { release: () => releaseOwn(file, text) }
    const other = await holderOf(file)
    if (other !== undefined && !options.breakLock && !isGone(other)) throw held(other)
    await rm(file, { force: true })
  }
  throw new UserError('locked', `the lock ${file} is taken anew each time it is freed`, { hint: 'run again' })
}

function me(command: string): LockHolder {
  const { username } = os.userInfo()
  return { user: username, computer: os.hostname(), pid: process.pid, command, since: new Date().toISOString() }
}

/** Somebody may have broken our lock and taken it; theirs stays. */
async function releaseOwn(file: string, text: string): Promise<void> {
  const now = await readFile(file, 'utf8').catch(() => '')
  if (now === text) await rm(file, { force: true })
}

async function holderOf(file: string): Promise<LockHolder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isHolder(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

function isHolder(value: unknown): value is LockHolder {
  return typeof value === 'object' && value !== null && 'pid' in value && 'computer' in value && 'since' in value
}

/** A run of this computer whose process is gone was killed and cannot let go by itself. */
function isGone({ computer, pid }: LockHolder): boolean {
  if (computer !== os.hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return isErrno(error, 'ESRCH')
  }
}

function held({ user, computer, pid, command, since }: LockHolder): UserError {
  const message = `${user} has been running \`talmox ${command}\` on this cluster since ${since} (process ${pid} on ${computer})`
  return new UserError('locked', message, {
    hint: 'wait for it to end; if that computer is gone for good, add --break-lock',
  })
}
