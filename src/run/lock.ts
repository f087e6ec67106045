import { readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import process from 'node:process'
import { isErrno } from '../files/errno.ts'
import { takeFile } from '../files/take-file.ts'
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
  /** Fails when somebody has broken the lock: two runs at once undo each other's work. */
  readonly requireHeld: () => Promise<void>
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
  const isLeft = (found: string) => {
    const other = holderIn(found)
    return options.breakLock === true || other === undefined || isGone(other)
  }
  const found = await takeFile(file, text, isLeft)
  const other = found === undefined ? undefined : holderIn(found)
  if (other !== undefined) throw held(other)
  return { requireHeld: () => requireOwn(file, text), release: () => releaseOwn(file, text) }
}

function me(command: string): LockHolder {
  const { username } = os.userInfo()
  return { user: username, computer: os.hostname(), pid: process.pid, command, since: new Date().toISOString() }
}

async function requireOwn(file: string, text: string): Promise<void> {
  const now = await readFile(file, 'utf8').catch(() => '')
  if (now === text) return
  const other = holderIn(now)
  const who = other === undefined ? 'somebody' : `${other.user} (process ${other.pid} on ${other.computer})`
  throw new UserError('lock-lost', `${who} has broken the lock of this run, so that it begins nothing more`, {
    hint: 'run again once nobody else works on this cluster',
  })
}

/** Somebody may have broken our lock and taken it; theirs stays. */
async function releaseOwn(file: string, text: string): Promise<void> {
  const now = await readFile(file, 'utf8').catch(() => '')
  if (now === text) await rm(file, { force: true })
}

function holderIn(text: string): LockHolder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isHolder(value) ? value : undefined
  } catch {
    return undefined
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
    hint:
      computer === os.hostname()
        ? `wait for it to end, or stop it; if process ${pid} is none of talmox, add --break-lock`
        : 'wait for it to end; if that computer is gone for good, add --break-lock',
  })
}
