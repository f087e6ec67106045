import { nearest } from './nearest.ts'
import type { Path, Problem } from './problem.ts'
import { keysAt } from './schema/keys.ts'

/** An unknown key, and the place of the key that was probably meant. */
export interface UnknownKey {
  readonly problem: Problem
  readonly meant: Path | undefined
}

/** Keys that exist, but not where people look for them: in `sections`, the way is this one. */
const elsewhere: Readonly<Record<string, { readonly sections: readonly string[]; readonly way: string }>> = {
  host: {
    sections: ['controlPlane', 'workers', 'roles'],
    way: 'pin single machines under nodes.NAME.host or placement.pinned',
  },
}

/** Nobody mistypes more keys of one map than this: it is something else, and guessing would only take time. */
const mostGuesses = 100

/** Tells of keys of one map that the schema does not know, each with the key or the place that was meant. */
export function unknownKeys(above: Path, keys: readonly string[]): UnknownKey[] {
  const known = [...keysAt(above).known]
  const all = `known here: ${known.toSorted().join(', ')}`
  const candidates = keys.length > mostGuesses ? [] : known
  return keys.map((key) => {
    const path = [...above, key]
    const way = wayTo(key, path)
    const close = way === undefined ? nearest(key, candidates) : undefined
    return {
      problem: {
        code: 'unknown-key',
        severity: 'error',
        path,
        on: 'key',
        message: `unknown key ${JSON.stringify(key)}`,
        hint: close === undefined ? (way ?? all) : `did you mean ${close}?`,
      },
      meant: close === undefined ? undefined : [...above, close],
    }
  })
}

function wayTo(key: string, path: Path): string | undefined {
  const place = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined
  const [section, ...rest] = path
  const depth = section === 'controlPlane' ? 1 : 2
  return place?.sections.includes(String(section)) && rest.length === depth ? place.way : undefined
}
