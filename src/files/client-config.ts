import { isMap, isSeq, visit, YAMLMap, YAMLSeq } from 'yaml'
import { UserError } from '../user-error.ts'
import { parseSecretYaml, type SecretYaml } from './parse-secret-yaml.ts'

/** What to do when a name is taken: take it over if the same cluster has it, never take it over, or always. */
export type OnConflict = 'renew' | 'rename' | 'overwrite'

/** How a client configuration is merged into a person's own file. */
export interface MergeOptions {
  /** The file the existing text comes from, for messages. */
  readonly source: string
  readonly onConflict: OnConflict
}

/** Who has a name in the existing file. */
export type Holder = 'nobody' | 'us' | 'another'

/** Finds the name to use: the wanted one, or with `-1`, `-2`, … appended as talosctl does. */
export function chooseName(wanted: string, onConflict: OnConflict, holder: (name: string) => Holder): string {
  if (onConflict === 'overwrite') return wanted
  for (let suffix = 0; ; suffix++) {
    const name = suffix === 0 ? wanted : `${wanted}-${suffix}`
    const found = holder(name)
    if (found === 'nobody' || (found === 'us' && onConflict === 'renew')) return name
  }
}

type Parsed = SecretYaml['document']

/** Parses a talosconfig or kubeconfig so that comments and unknown keys survive; an empty file has no contents. */
export function openClientConfig(text: string, source: string): Parsed {
  const { document, problems, lineOf } = parseSecretYaml(text)
  if (problems[0] !== undefined) throw refusal(source, problems[0])
  // An entry that is replaced would take along the anchor that an alias elsewhere stands for.
  visit(document, {
    Alias: (_, { range }) => {
      throw refusal(source, `line ${lineOf(range?.[0] ?? 0)}: is an alias, which talmox cannot merge into`)
    },
  })
  if (document.contents === null || isMap(document.contents)) return document
  throw refusal(source, 'is not a mapping')
}

/** The mapping under a key, made when it is not there. */
export function mapAt(document: Parsed, key: string, source: string): YAMLMap {
  const found = document.get(key) ?? new YAMLMap()
  if (!isMap(found)) throw refusal(source, `${key} is not a mapping`)
  return settled(document, key, found)
}

/** The list under a key, made when it is not there. */
export function listAt(document: Parsed, key: string, source: string): YAMLSeq {
  const found = document.get(key) ?? new YAMLSeq()
  if (!isSeq(found)) throw refusal(source, `${key} is not a list`)
  return settled(document, key, found)
}

// kubectl writes `users: null` and talosctl `contexts: {}` where nothing is left; what is added there goes on lines of its own.
function settled<T extends YAMLMap | YAMLSeq>(document: Parsed, key: string, collection: T): T {
  if (collection.items.length === 0) collection.flow = false
  if (document.get(key) !== collection) document.set(key, collection)
  return collection
}

function refusal(source: string, reason: string): UserError {
  return new UserError('client-config', `${source} cannot be used: ${reason}`, {
    hint: 'repair it or move it away, or write to another file',
  })
}
