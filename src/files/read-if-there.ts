import { readFile } from 'node:fs/promises'
import { isErrno } from './errno.ts'

/** The text of a file; nothing where there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
