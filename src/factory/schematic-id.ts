import { createHash } from 'node:crypto'
import { canonicalYaml } from './canonical-yaml.ts'
import type { Schematic } from './schematic.ts'

/** The id of a schematic in its canonical form. */
export const hashOf = (yaml: string): string => createHash('sha256').update(yaml).digest('hex')

/**
 * The id of a schematic, without asking a factory; undefined where only the factory can tell, since it depends on how
 * its YAML library quotes a text.
 */
export function schematicId(schematic: Schematic): string | undefined {
  return isPredictable(schematic) ? hashOf(canonicalYaml(schematic)) : undefined
}

// Begins like a word and has no space: no library quotes that, unless it is a word that stands for something else.
const PLAIN = /^-?[A-Za-z][\w/.@+=,:-]*$/
const OTHER_MEANING = /:$|^(?:true|false|null|y|n|yes|no|on|off)$/i

const isPlain = (leaf: unknown): boolean =>
  typeof leaf === 'string' ? PLAIN.test(leaf) && !OTHER_MEANING.test(leaf) : typeof leaf === 'boolean'

/** Whether there is one way to write a value; keys of mere letters are sorted alike by every library. */
function isPredictable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPredictable)
  if (typeof value !== 'object' || value === null) return value === undefined || isPlain(value)
  return Object.entries(value).every(([key, each]) => /^[A-Za-z]+$/.test(key) && isPlain(key) && isPredictable(each))
}
