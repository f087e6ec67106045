import { randomUUID } from 'node:crypto'
import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isErrno } from '../../files/errno.ts'

/** Something other than a file stands where one is to be replaced. */
export class NotRegular extends Error {}

/** Writes a file where nothing is yet, not even a link that leads nowhere. */
export async function createFile(target: string, text: string): Promise<void> {
  await writeFile(target, text, { flag: 'wx' })
}

/** Writes a file in place of one that may be there, whole or not at all, and never through a link. */
export async function replaceFile(target: string, text: string): Promise<void> {
  const old = await entryAt(target)
  if (old !== undefined && !old.isFile()) throw new NotRegular(target)
  const aside = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}.tmp`)
  try {
    await writeFile(aside, text, { flag: 'wx', ...(old === undefined ? {} : { mode: old.mode }) })
    await rename(aside, target)
  } finally {
    await rm(aside, { force: true })
  }
}

/** What is at a path itself, a link included; nothing when there is nothing. */
export async function entryAt(target: string) {
  return await lstat(target).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  })
}
