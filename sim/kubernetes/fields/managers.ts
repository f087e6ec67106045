import { type Json, type JsonObject, objectAt, withValue } from '../json.ts'
import type { ManagedFields } from '../object.ts'
import type { Type } from '../schema/type.ts'
import { Refusal, type StatusCause } from '../status.ts'
import { difference, type FieldSet, formatPath, intersection, members, readFieldSet, union } from './field-set.ts'
import { mergeTyped } from './merge.ts'
import { type Comparison, compare, fieldsOf, isSame } from './ownership.ts'
import { prune } from './prune.ts'

/** Who changes an object, by which way, and when. */
export interface Writer {
  readonly manager: string
  readonly apiVersion: string
  readonly time: string
  readonly subresource?: string | undefined
}

/** An object as a change leaves it. */
export interface Managed {
  readonly object: JsonObject
  readonly managers: readonly ManagedFields[]
}

// What the server itself writes belongs to nobody.
const NOBODYS: FieldSet = {
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': Object.fromEntries(
    [
      'creationTimestamp',
      'deletionGracePeriodSeconds',
      'deletionTimestamp',
      'generation',
      'managedFields',
      'name',
      'namespace',
      'resourceVersion',
      'selfLink',
      'uid',
    ].map((name) => [`f:${name}`, {}]),
  ),
}

const owned = (set: FieldSet | undefined): FieldSet | undefined => without(set, NOBODYS)

// Metadata itself, and what is below what belongs to nobody, go as well.
function without(set: FieldSet | undefined, nobodys: FieldSet): FieldSet | undefined {
  if (set === undefined) return undefined
  const { 'f:metadata': metadata, 'f:apiVersion': _version, 'f:kind': _kind, ...rest } = set
  const names = objectKeys(nobodys['f:metadata'])
  const kept = Object.entries(metadata ?? {}).filter(([step]) => step !== '.' && !names.has(step))
  const whole = kept.length === 0 ? rest : { ...rest, 'f:metadata': Object.fromEntries(kept) }
  const { '.': _top, ...fields } = whole
  return Object.keys(fields).length === 0 ? undefined : fields
}

const objectKeys = (set: FieldSet | undefined): ReadonlySet<string> => new Set(Object.keys(set ?? {}))

const setOf = (entry: ManagedFields): FieldSet | undefined => readFieldSet(entry.fieldsV1)

const isSameManager = (entry: ManagedFields, operation: ManagedFields['operation'], writer: Writer): boolean =>
  entry.manager === writer.manager &&
  entry.operation === operation &&
  entry.subresource === writer.subresource &&
  (operation === 'Apply' || entry.apiVersion === writer.apiVersion)

/** What an applied configuration makes of an object: merged, what is no longer wanted removed, conflicts refused. */
export function applyFields(
  live: Managed | undefined,
  applied: JsonObject,
  type: Type,
  { force, ...writer }: Writer & { readonly force: boolean },
): Managed & { readonly changed: boolean } {
  const managers =
    live === undefined ? [] : live.managers.length > 0 ? live.managers : before(live.object, type, writer)
  const own = managers.find((entry) => isSameManager(entry, 'Apply', writer))
  const others = managers.filter((entry) => entry !== own)
  const wanted = owned(fieldsOf(applied, type))
  const merged = mergeTyped(live?.object, applied, type)
  const everyones = others.map(setOf).reduce(union, wanted)
  const last = own === undefined ? undefined : setOf(own)
  const pruned = objectAt({ whole: last === undefined ? merged : prune(merged, type, last, everyones) }, 'whole')
  const object = keepNobodys(pruned, objectAt({ whole: merged }, 'whole'))
  const comparison = compare(live?.object, object, type)
  if (live !== undefined && !force) refuseConflicts(others, comparison)
  const entry = entryOf('Apply', writer, wanted)
  const left = rest(others, comparison)
  const sameOwner = own !== undefined && isSame(compare(own.fieldsV1, entry?.fieldsV1, STRUCTURE))
  const changed = !isSame(comparison) || !sameOwner
  return { object, managers: withEntry(left, changed ? entry : own), changed }
}

/** What was there before anybody was known to own something belongs to a manager of its own. */
const before = (object: JsonObject, type: Type, writer: Writer): readonly ManagedFields[] =>
  updateFields(undefined, object, type, { ...writer, manager: 'before-first-apply', subresource: undefined })

const STRUCTURE: Type = { kind: 'map', of: () => STRUCTURE, atomic: false }

/** Pruning never takes what the server wrote. */
function keepNobodys(pruned: JsonObject, merged: JsonObject): JsonObject {
  let object = pruned
  for (const name of objectKeys(NOBODYS['f:metadata'])) {
    const value = objectAt(merged, 'metadata')[name.slice(2)]
    if (value !== undefined) object = withValue(object, ['metadata', name.slice(2)], value)
  }
  return { ...object, apiVersion: merged.apiVersion, kind: merged.kind }
}

/** Who owns what after an ordinary change: the writer takes over what it changed. */
export function updateFields(
  live: Managed | undefined,
  object: JsonObject,
  type: Type,
  writer: Writer,
): readonly ManagedFields[] {
  const managers = live?.managers ?? []
  // Where nobody is known to own anything, only an applied configuration begins to tell owners apart.
  if (live !== undefined && managers.length === 0) return managers
  const comparison = compare(live?.object ?? skeleton(type), object, type)
  const own = managers.find((entry) => isSameManager(entry, 'Update', writer))
  const changed = owned(union(comparison.added, comparison.modified))
  const others = rest(
    managers.filter((entry) => entry !== own),
    comparison,
  )
  const kept = own === undefined ? undefined : difference(setOf(own), comparison.removed)
  if (changed === undefined)
    return withEntry(others, own === undefined || kept === undefined ? undefined : { ...own, fieldsV1: kept })
  return withEntry(others, entryOf('Update', writer, union(kept, changed)))
}

// The genuine server compares a new object with an empty one, in which what must be there is there already.
function skeleton(type: Type): Json {
  if (type.kind !== 'struct') return {}
  const fields = [...type.fields].filter(([, field]) => field.required || field.whenEmpty === 'present')
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const inner = field.type()
      return [name, inner.kind === 'list' ? [] : inner.kind === 'scalar' ? null : inner.atomic ? {} : skeleton(inner)]
    }),
  )
}

/** What the others still own after a change: neither what was changed nor what is gone. */
function rest(others: readonly ManagedFields[], { added, modified, removed }: Comparison): readonly ManagedFields[] {
  const lost = union(union(added, modified), removed)
  if (lost === undefined) return others
  return others.flatMap((entry) => {
    const left = difference(setOf(entry), lost)
    return left === undefined ? [] : [{ ...entry, fieldsV1: left }]
  })
}

function entryOf(
  operation: ManagedFields['operation'],
  { manager, apiVersion, time, subresource }: Writer,
  set: FieldSet | undefined,
): ManagedFields | undefined {
  if (set === undefined) return undefined
  const entry = { manager, operation, apiVersion, time, fieldsType: 'FieldsV1', fieldsV1: set } as const
  return subresource === undefined ? entry : { ...entry, subresource }
}

// Applied configurations first, then in the order of time.
function withEntry(others: readonly ManagedFields[], entry: ManagedFields | undefined): readonly ManagedFields[] {
  const all = entry === undefined ? others : [...others, entry]
  const rank = ({ operation, time = '' }: ManagedFields) => `${operation === 'Apply' ? 0 : 1} ${time}`
  return [...all].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
}

function refuseConflicts(others: readonly ManagedFields[], { added, modified }: Comparison): void {
  const touched = union(added, modified)
  const conflicts = others.flatMap((entry) =>
    members(intersection(setOf(entry), touched)).map((path) => ({ who: describe(entry), path: formatPath(path) })),
  )
  const [first] = conflicts
  if (first === undefined) return
  const causes: StatusCause[] = conflicts.map(({ who, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${who}`,
    field: path,
  }))
  const names = [...new Set(conflicts.map(({ who }) => who))].sort()
  const lines = names.flatMap((name) => [
    `conflicts with ${name}:`,
    ...conflicts.filter(({ who }) => who === name).map(({ path }) => `- ${path}`),
  ])
  const message =
    conflicts.length === 1
      ? `Apply failed with 1 conflict: conflict with ${first.who}: ${first.path}`
      : `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`
  throw new Refusal(409, 'Conflict', message, { causes })
}

function describe({ manager, operation, apiVersion, subresource }: ManagedFields): string {
  const name = JSON.stringify(manager) + (subresource === undefined ? '' : ` with subresource "${subresource}"`)
  return operation === 'Apply' ? name : `${name} using ${apiVersion}`
}
