import { existsSync } from 'node:fs'
import path from 'node:path'

/** The repository's root, also for programs of the repository that were bundled into one of its folders. */
export const root = folderWith('package.json', import.meta.dirname)

/** Recorded material beside the repository; tests that need it skip, loudly, where it is missing. */
export const sharedData = path.resolve(root, '../shared/data')

/** Whether a part of the recorded material is here; says so on the console when it is not. */
export function hasSharedData(part: string): boolean {
  const found = existsSync(path.join(sharedData, part))
  if (!found) console.warn(`SKIPPED: ../shared/data/${part} is missing, so what it would prove is not proved here`)
  return found
}

function folderWith(name: string, folder: string): string {
  if (existsSync(path.join(folder, name))) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error(`no folder above has a ${name}`)
  return folderWith(name, above)
}
