import { isMap, isScalar } from 'yaml'
import { parseSecretYaml } from '../../files/parse-secret-yaml.ts'

/** The text values of a YAML file by their dotted paths, and what keeps it from being one. */
export interface Leaves {
  readonly values: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

/** Reads a YAML file of nested mappings; every value stays text, since a token may look like a number. */
export function readLeaves(text: string): Leaves {
  const { document, problems: broken } = parseSecretYaml(text, 'failsafe')
  if (broken.length > 0) return { values: new Map(), problems: broken }
  const values = new Map<string, string>()
  const problems: string[] = []
  walk(document.contents, [], values, problems)
  return { values, problems }
}

function walk(node: unknown, path: readonly string[], values: Map<string, string>, problems: string[]): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) walk(value, [...path, String(key)], values, problems)
  } else if (isScalar(node) && typeof node.value === 'string' && path.length > 0) {
    values.set(path.join('.'), node.value)
  } else {
    problems.push(`${path.join('.') || 'the file'}: is not ${path.length > 0 ? 'text' : 'a mapping'}`)
  }
}
