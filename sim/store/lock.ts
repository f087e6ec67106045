import { readFileSync, rmSync } from 'node:fs'
import process from 'node:process'
import { isErrno } from '../../src/files/errno.ts'
import { createPrivate } from '../../src/files/write-private.ts'
import { UserError } from '../../src/user-error.ts'

/** Takes a world for this process; one that a process left behind when it was killed is taken over. */
export async function lockWorldFile(file: string): Promise<() => void> {
  const lock = `${file}.lock`
  for (;;) {
    if (await createPrivate(lock, `${process.pid}\n`)) return () => rmSync(lock, { force: true })
    const owner = ownerOf(lock)
    if (owner !== undefined && isAlive(owner)) {
      throw new UserError('world-in-use', `the simulated world ${file} is in use by process ${owner}`, {
        hint: 'wait for it to end; for several commands at once run talmox sim and pass its address to --simulate',
      })
    }
    rmSync(lock, { force: true })
  }
}

function ownerOf(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isErrno(error, 'EPERM')
  }
}
