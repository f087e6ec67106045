import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const marker = path.join('shared', 'data', 'talos', 'goldens', 'manifest.json')

/** The folder beside the repository, found from wherever this code runs. */
function find(from: string): string | undefined {
  if (existsSync(path.join(from, marker))) return path.join(from, 'shared', 'data', 'talos')
  return path.dirname(from) === from ? undefined : find(path.dirname(from))
}

const folder = find(import.meta.dirname)

/** Whether the outputs of the real talosctl are there; not every checkout has them. */
export const hasSharedTalos = folder !== undefined

/** Says loudly that tests against the real talosctl's outputs are left out. */
export function warnWithoutSharedTalos(): void {
  if (!hasSharedTalos) console.warn('SKIPPED: outputs of the real talosctl are not beside this checkout')
}

/** The folder of the outputs. */
export const sharedTalos = folder ?? ''

/** Text of a file among the outputs. */
export const sharedText = (...parts: readonly string[]): string =>
  readFileSync(path.join(sharedTalos, ...parts), 'utf8')
