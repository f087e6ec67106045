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

/** Tells of a key that the schema does not know, with the key or the place that was meant. */
export function unknownKey(path: Path): UnknownKey {
  const key = String(path.at(-1))
  const known = [...keysAt(path.slice(0, -1)).known]
  const way = wayTo(key, path)
  const close = way === undefined ? nearest(key, known) : undefined
  const hint = close === undefined ? (way ?? `known here: ${known.sort().join(', ')}`) : `did you mean ${close}?`
  return {
    problem: {
      code: 'unknown-key',
      severity: 'error',
      path,
      on: 'key',
      message: `unknown key ${JSON.stringify(key)}`,
      hint,
    },
    meant: close === undefined ? undefined : [...path.slice(0, -1), close],
  }
}

function wayTo(key: string, path: Path): string | undefined {
  const place = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined
  const [section, ...rest] = path
  const depth = section === 'controlPlane' ? 1 : 2
  return place?.sections.includes(String(section)) && rest.length === depth ? place.way : undefined
}
