import { isMap, isNode, isScalar } from 'yaml'
import { parseSecretYaml } from '../../files/parse-secret-yaml.ts'

/** The text values of a YAML file by their dotted paths, and what keeps it from being one. */
export interface Leaves {
  readonly values: ReadonlyMap<string, string>
  readonly problems: readonly string[]
  /** What to say of keys with other names than those known. */
  readonly unknown: readonly string[]
  /** Whether sops has been at the file. */
  readonly encrypted: boolean
}

interface Found {
  readonly values: Map<string, string>
  readonly problems: string[]
  readonly unknown: string[]
}

interface Rules {
  readonly names: ReadonlySet<string>
  readonly lineOf: (offset: number) => number
}

/** Reads nested mappings with keys of these names; every value stays text, since a token may look like a number. */
export function readLeaves(text: string, names: ReadonlySet<string>): Leaves {
  const { document, problems: broken, lineOf } = parseSecretYaml(text, 'failsafe')
  if (broken.length > 0) return { values: new Map(), problems: broken, unknown: [], encrypted: false }
  const found: Found = { values: new Map(), problems: [], unknown: [] }
  walk(document.contents, [], found, { names, lineOf })
  return { ...found, encrypted: document.hasIn(['sops', 'mac']) }
}

function walk(node: unknown, path: readonly string[], found: Found, rules: Rules): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const name = isScalar(key) && typeof key.value === 'string' ? key.value : undefined
      if (name !== undefined && rules.names.has(name)) walk(value, [...path, name], found, rules)
      else found.unknown.push(unknownKey(key, rules))
    }
  } else if (isScalar(node) && typeof node.value === 'string' && path.length > 0) {
    found.values.set(path.join('.'), node.value)
  } else {
    found.problems.push(`${path.join('.') || 'the file'}: is not ${path.length > 0 ? 'text' : 'a mapping'}`)
  }
}

// The key itself is not shown: `{token:abc}`, without a space, is a key as a whole.
function unknownKey(key: unknown, { lineOf }: Rules): string {
  const start = isNode(key) ? key.range?.[0] : undefined
  const place = start === undefined ? '' : ` on line ${lineOf(start)}`
  return `an unknown key${place}: is no part of a secrets bundle and would be lost`
}
