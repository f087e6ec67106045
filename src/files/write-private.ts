import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { UserError } from '../user-error.ts'
import { isErrno } from './errno.ts'

/**
 * Puts a file in place that only its owner can read, whole or not at all; folders it makes are private too. A link that
 * came with somebody's repository is replaced, so that it cannot lead to another file of this person.
 */
export async function writePrivate(file: string, content: string): Promise<void> {
  await publish(file, content, (temporary) => rename(temporary, file))
}

/** The same for a person's own file, where a link, as kept by people who version their dotfiles, stays a link. */
export async function writeBehindLink(file: string, content: string): Promise<void> {
  await writePrivate(await realpath(file).catch(() => file), content)
}

/** Like `writePrivate`, but never over an existing file: exactly one of several writers gets true. */
export async function createPrivate(file: string, content: string): Promise<boolean> {
  try {
    await publish(file, content, (temporary) => link(temporary, file))
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    if (isErrno(error, 'EPERM', 'ENOTSUP', 'ENOSYS')) {
      throw new UserError(
        'no-hard-links',
        `the file system of ${path.dirname(file)} cannot create a file exclusively`,
        {
          hint: 'keep the cluster home on a file system that knows hard links',
          cause: error,
        },
      )
    }
    throw error
  }
}

/** Removes a file for good; one that is not there is no trouble. */
export async function removePrivate(file: string): Promise<void> {
  try {
    await rm(file)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return
    throw error
  }
  await syncFolder(path.dirname(file))
}

/** Removes a folder that nothing is in; any other stays. */
export async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM', 'EBUSY')) throw error
  }
}

/** The name of the file that a temporary one was to become. */
const TEMPORARY = /^\.(.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/** Removes what writers that were killed left of files with such names; only for who alone writes them. */
export async function clearCutOffWrites(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const entry of await readdir(folder)) {
    const [, name] = TEMPORARY.exec(entry) ?? []
    if (name !== undefined && isOurs(name)) await rm(path.join(folder, entry), { force: true })
  }
}

async function publish(file: string, content: string, place: (temporary: string) => Promise<void>): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = path.join(folder, `.${path.basename(file)}.${randomUUID()}.tmp`)
  try {
    await writeSynced(temporary, content)
    await place(temporary)
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(folder)
}

async function writeSynced(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// The new name survives a power cut only once the folder is on disk; Windows cannot open folders and does without.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
