import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Everything in a folder, as it was at one moment, by its path within it; a folder has no bytes. */
export type Files = ReadonlyMap<string, { readonly mode: number; readonly bytes?: Buffer }>

/** Takes up everything in a folder: hundreds of these are kept, of which each is written down once or never. */
export function readFiles(folder: string): Files {
  const files = new Map<string, { readonly mode: number; readonly bytes?: Buffer }>()
  const read = (within: string) => {
    for (const entry of readdirSync(path.join(folder, within), { withFileTypes: true })) {
      const name = path.join(within, entry.name)
      const place = path.join(folder, name)
      const { mode } = statSync(place)
      if (entry.isDirectory()) {
        files.set(name, { mode })
        read(name)
      } else files.set(name, { mode, bytes: readFileSync(place) })
    }
  }
  read('')
  return files
}

/** Writes all of it into a new folder. */
export function writeFiles(files: Files): string {
  const folder = newFolder()
  for (const [name, { mode, bytes }] of files) {
    const place = path.join(folder, name)
    if (bytes === undefined) mkdirSync(place)
    else writeFileSync(place, bytes)
    chmodSync(place, mode)
  }
  return folder
}

/** A new folder of which nobody knows. */
export const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'talmox-crash-'))
