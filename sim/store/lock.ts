import { rmSync } from 'node:fs'
import process from 'node:process'
import { isErrno } from '../../src/files/errno.ts'
import { takeFile } from '../../src/files/take-file.ts'
import { UserError } from '../../src/user-error.ts'

/** Takes a world for this process; one that a process left behind when it was killed is taken over. */
export async function lockWorldFile(file: string): Promise<() => void> {
  const lock = `${file}.lock`
  const owner = await takeFile(lock, `${process.pid}\n`, (pid) => !isAlive(Number(pid)))
  if (owner === undefined) return () => rmSync(lock, { force: true })
  throw new UserError('world-in-use', `the simulated world ${file} is in use by process ${owner.trim()}`, {
    hint: 'wait for it to end; for several commands at once run talmox sim and pass its address to --simulate',
  })
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
