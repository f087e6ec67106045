import { enums } from './enums.ts'

/** Talos minor versions that this table describes, oldest first. */
export const minors = ['1.9', '1.10', '1.11', '1.12', '1.13', '1.14'] as const

/** A Talos minor version, which is also the name of a config contract. */
export type Minor = (typeof minors)[number]

/** Fields of one section in emission order: name → type and marks, for example `[]string keep replace since 1.12`. */
export type StructTable = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Documents by kind; a named kind also has the field `name`. */
export type DocumentTable = Readonly<
  Record<
    string,
    {
      readonly since: Minor
      readonly named?: true
      readonly controlPlane?: true
      readonly fields: Readonly<Record<string, string>>
    }
  >
>

/** The scalar types. */
export const scalars = [
  'string',
  'bool',
  'int',
  'int32',
  'uint',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'duration',
  'fileMode',
  'diskSize',
  'bytes',
  'size',
  'sizeMatch',
  'addr',
  'prefix',
  'addrPort',
  'mac',
  'url',
  'base64',
  'pem',
  'cel',
  'ports',
  'routingTable',
] as const

/** Name of a scalar type. */
export type ScalarName = (typeof scalars)[number]

/** Name of an enumeration. */
export type EnumName = keyof typeof enums

/** What a value is. */
export type Type =
  | { readonly form: 'scalar'; readonly of: ScalarName }
  | { readonly form: 'enum'; readonly of: EnumName }
  | { readonly form: 'struct'; readonly of: string }
  | { readonly form: 'list'; readonly item: Type }
  | { readonly form: 'map'; readonly item: Type }
  | { readonly form: 'args' }
  | { readonly form: 'object' }

/** One field of a section or document. */
export interface Field {
  readonly name: string
  readonly type: Type
  /** Unset and zero are two things: an explicit zero is kept, and wins in a patch. */
  readonly optional: boolean
  /** Printed even when empty. */
  readonly keep: boolean
  /** An explicitly empty list is kept apart from an unset one. */
  readonly keepEmpty: boolean
  /** A patch replaces the value instead of merging into it. */
  readonly replace: boolean
  /** A patch merges list elements that agree in the first of these keys that is set. */
  readonly by: readonly string[]
  /** A patch swaps the list element that agrees in this key. */
  readonly swap: string | undefined
  readonly since: Minor | undefined
}

const isScalar = (name: string): name is ScalarName => scalars.some((scalar) => scalar === name)
const isEnum = (name: string): name is EnumName => Object.hasOwn(enums, name)
const isMinor = (text: string | undefined): text is Minor => minors.some((minor) => minor === text)

function parseType(text: string): Type {
  if (text.startsWith('[]')) return { form: 'list', item: parseType(text.slice(2)) }
  if (text.startsWith('{}')) return { form: 'map', item: parseType(text.slice(2)) }
  if (text === 'args' || text === 'object') return { form: text }
  if (isScalar(text)) return { form: 'scalar', of: text }
  if (isEnum(text)) return { form: 'enum', of: text }
  return { form: 'struct', of: text }
}

/** Reads one entry of a table: the type, `?` for optional, then the marks. */
export function parseField(name: string, text: string): Field {
  const [head = '', ...marks] = text.split(' ')
  const after = (mark: string): string | undefined => marks[marks.indexOf(mark) + 1 || marks.length]
  const since = after('since')
  if (since !== undefined && !isMinor(since)) throw new Error(`field ${name} has an unknown version ${since}`)
  const optional = head.endsWith('?')
  return {
    name,
    type: parseType(optional ? head.slice(0, -1) : head),
    optional,
    keep: marks.includes('keep'),
    keepEmpty: marks.includes('keepEmpty'),
    replace: marks.includes('replace'),
    by: after('by')?.split(',') ?? [],
    swap: after('swap'),
    since,
  }
}
