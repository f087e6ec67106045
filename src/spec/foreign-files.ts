import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { FileContent, Files } from './files.ts'

/**
 * Marks the files that are not really below a folder, links followed: whoever wrote the cluster file need not be
 * allowed to read them, so problems with them show nothing of what they hold.
 */
export async function markForeign(folder: string, files: Files): Promise<Files> {
  const home = await realFile(folder)
  const marked = [...files].map(async ([name, content]): Promise<[string, FileContent]> => {
    if (!('text' in content) || isBelow(await realFile(path.resolve(folder, name)), home)) return [name, content]
    return [name, { ...content, foreign: true }]
  })
  return new Map(await Promise.all(marked))
}

/** A file that is gone by now is nowhere, which is not below anything. */
async function realFile(file: string): Promise<string | undefined> {
  try {
    return await realpath(file)
  } catch {
    return undefined
  }
}

function isBelow(file: string | undefined, folder: string | undefined): boolean {
  if (file === undefined || folder === undefined) return false
  const way = path.relative(folder, file)
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way)
}
