import { isAtLeast as isContractAtLeast } from '../../../src/talos/config/contract.ts'
import { type Minor, minors } from '../../../src/talos/schema/notation.ts'
import { DEFINITIONS } from './definitions.ts'

/** How a kind of resource is described to tools. */
export interface Definition {
  readonly type: string
  readonly displayType: string
  readonly namespace: string
  readonly aliases: readonly string[]
  readonly allAliases: readonly string[]
  readonly columns: readonly { readonly name: string; readonly path: string }[]
  /** Whether only administrators see such resources on a machine of a version. */
  readonly isSensitive: (version: Minor) => boolean
  /** Whether machines of a version have such resources. */
  readonly exists: (version: Minor) => boolean
}

/** Every description, by type. */
export const definitions: ReadonlyMap<string, Definition> = new Map(
  DEFINITIONS.trim()
    .split('\n')
    .map(read)
    .map((definition) => [definition.type, definition]),
)

function read(line: string): Definition {
  const [head = '', ...columns] = line.split(' | ')
  const [type = '', displayType = '', namespace = '', ...flags] = head.split(' ')
  const flag = (name: string): string | undefined => flags.find((one) => one.startsWith(name))?.slice(name.length)
  const since = minor(flag('since='))
  const until = minor(flag('until='))
  const sensitiveSince = minor(flag('sensitive>='))
  const own = flag('only=')?.split(',')
  const aliases = own ?? [...(flag('alias=')?.split(',') ?? []), ...shortNames(displayType)]
  return {
    type,
    displayType,
    namespace,
    aliases,
    allAliases: own ?? [...longNames(type), ...aliases],
    columns: columns.map((column) => {
      const [name = '', path = ''] = column.split(' = ')
      return { name, path }
    }),
    isSensitive: (version) =>
      flags.includes('sensitive') || (sensitiveSince !== undefined && isContractAtLeast(version, sensitiveSince)),
    exists: (version) =>
      (since === undefined || isContractAtLeast(version, since)) &&
      (until === undefined || isContractAtLeast(until, version)),
  }
}

function minor(text: string | undefined): Minor | undefined {
  return minors.find((known) => known === text)
}

/** The name in small letters, and its capitals, alone and as many. */
function shortNames(displayType: string): readonly string[] {
  const capitals = displayType.replace(/[^A-Z]/g, '').toLowerCase()
  if (capitals.length < 2) return [displayType.toLowerCase()]
  return [displayType.toLowerCase(), capitals, ...(capitals.endsWith('s') ? [] : [`${capitals}s`])]
}

/** The type in small letters, up to each of its parts but the last. */
function longNames(type: string): readonly string[] {
  const parts = type.toLowerCase().split('.')
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('.'))
}
