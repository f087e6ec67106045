import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { largestFile } from './check-text.ts'

/** What was found where the cluster file names another file. */
export type FileContent = { readonly text: string; readonly foreign?: true } | { readonly missing: string }

/** The files a cluster file names, by the name it uses. */
export type Files = ReadonlyMap<string, FileContent>

/** Reads files relative to a folder of `cwd`; what cannot be read is a value, since it is one problem among others. */
export async function readFiles(cwd: string, folder: string, names: readonly string[]): Promise<Files> {
  const unique = [...new Set(names)]
  const all = unique.map(
    async (name) => [name, await read(cwd, path.isAbsolute(name) ? name : path.join(folder, name))] as const,
  )
  return new Map(await Promise.all(all))
}

/** What is missing is said with the place where it was looked for, which need not be the name in the file. */
async function read(cwd: string, file: string): Promise<FileContent> {
  try {
    const place = path.resolve(cwd, file)
    const found = await stat(place)
    // Opening a pipe waits for whoever writes into it, and a device may never end.
    if (!found.isFile() && !found.isDirectory()) return { missing: `${file}: a pipe or a device, not a file` }
    const bytes = await readStart(place, largestFile + 1)
    return bytes.length > largestFile ? { missing: `${file} is larger than 4 MiB` } : { text: bytes.toString('utf8') }
  } catch (error) {
    return { missing: `${file}: ${readFailure(error)}` }
  }
}

/** Reads the first bytes of a file, and no more, whatever the file is. */
export async function readStart(file: string, most: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const chunks: Buffer[] = []
    for (let left = most; left > 0; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(left, 64 * 1024)))
      if (bytesRead === 0) break
      chunks.push(buffer.subarray(0, bytesRead))
      left -= bytesRead
    }
    return Buffer.concat(chunks)
  } finally {
    await handle.close()
  }
}

/** Why a file could not be read, in words. */
export function readFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'no such file',
    EACCES: 'not readable',
    EISDIR: 'a folder, not a file',
  }
  return words[String(code)] ?? (error instanceof Error ? error.message : String(error))
}
