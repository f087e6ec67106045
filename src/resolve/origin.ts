import type { Path } from '../spec/problem.ts'
import type { Origin } from './desired.ts'

/** The origin of a value that was worked out, and the place in the file of what it was worked out from. */
export function derived(how: string, path?: Path): Origin {
  return path === undefined ? { from: 'derived', how } : { from: 'derived', how, path }
}

/** The origin of a value that the file states. */
export function inFile(path: Path): Origin {
  return { from: 'file', path }
}

/** The place in the file that an origin leads to, if there is one. */
export function placeOf(origin: Origin | undefined): Path | undefined {
  return origin === undefined || origin.from === 'built-in' ? undefined : origin.path
}
