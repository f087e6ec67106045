import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { groupBy } from '../../src/resolve/group-by.ts'
import type { KillPoint } from './cli-process.ts'
import { writePoint } from './points.ts'

/** What came of one point. */
export interface Entry {
  readonly example: string
  readonly scene: string
  /** As people write it. */
  readonly point: string
  readonly wrongs: readonly string[]
}

/** What has been tried, point by point, in a file that several processes add to: a sweep that is cut off loses nothing. */
export interface Ledger {
  /** Whether a point has been tried and has converged. */
  readonly has: (example: string, scene: string, point: KillPoint) => boolean
  readonly note: (entry: Entry) => void
}

const keyOf = ({ example, scene, point }: Omit<Entry, 'wrongs'>) => `${example} ${scene} ${point}`

/** Opens a ledger, of one way to sweep; a file that is not there yet is an empty one. */
export function openLedger(file: string, way = ''): Ledger {
  const good = new Set(readLedger(file).flatMap((entry) => (entry.wrongs.length === 0 ? [keyOf(entry)] : [])))
  return {
    has: (example, scene, point) => good.has(keyOf({ example, scene: scene + way, point: writePoint(point) })),
    note: (entry) => appendFileSync(file, `${JSON.stringify({ ...entry, scene: entry.scene + way })}\n`),
  }
}

/** The last entry of each point. */
export function readLedger(file: string): readonly Entry[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  const entries = lines.map((line): Entry => JSON.parse(line))
  return [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()]
}

/** A line for each scene and one for all: points tried, and whether all converged. */
export function reportOf(entries: readonly Entry[]): string {
  const scenes = groupBy(entries, ({ example, scene }) => `${example} ${scene}`)
  return [...scenes, ['all', entries] as const].map(([title, tried]) => lineOf(title, tried)).join('\n')
}

function lineOf(title: string, tried: readonly Entry[]): string {
  const failed = tried.filter(({ wrongs }) => wrongs.length > 0).length
  return `${title}: ${tried.length} points tried, ${failed === 0 ? 'all converged' : `${failed} did not converge`}`
}
