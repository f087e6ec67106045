import { isDeepStrictEqual } from 'node:util'
import type { Path } from '../../spec/problem.ts'
import { saysAll } from '../document/says-all.ts'
import { get, isList, isMapping, type Mapping, type Value } from '../document/value.ts'
import type { PatchText } from './patch-text.ts'

/** The part of a patch that set a value. */
export interface Setting {
  readonly patch: PatchText
  readonly document: number
  readonly path: Path
}

/** Which patch set a value last, or took it away, and those within it; nothing means that no patch did. */
export interface Trace {
  readonly by: Setting | undefined
  readonly below: ReadonlyMap<string | number, Trace>
}

/** A place in a patch beside the same place of the config; past the end of what the patch says it stays where it was. */
export interface Cursor {
  readonly setting: Setting
  readonly value: Value | undefined
}

const untouched: Trace = { by: undefined, below: new Map() }

/** The trace of a value after a patch was applied, from that before it. */
export function retrace(before: Value | undefined, after: Value, trace: Trace = untouched, cursor: Cursor): Trace {
  if (cursor.value === undefined && before !== undefined && isDeepStrictEqual(before, after)) return trace
  const by = before === undefined || isSaid(after, cursor) ? cursor.setting : trace.by
  if (isMapping(after)) return { by, below: retraceEntries(isMapping(before) ? before : {}, after, trace, cursor) }
  if (isList(after)) return { by, below: retraceItems(isList(before) ? before : [], after, trace, cursor) }
  return { by: isDeepStrictEqual(before, after) ? by : cursor.setting, below: untouched.below }
}

/** Whether the patch itself says this value, be it new or not. */
const isSaid = (after: Value, { value }: Cursor): boolean =>
  value !== undefined && !isMapping(value) && isDeepStrictEqual(value, after)

function retraceEntries(before: Mapping, after: Mapping, { below }: Trace, cursor: Cursor): Trace['below'] {
  const gone = [...new Set([...Object.keys(before), ...below.keys()])].filter((key) => !Object.hasOwn(after, key))
  return new Map([
    ...gone.map((key): [string | number, Trace] => [key, goneBy(before, String(key), below, cursor)]),
    ...Object.entries(after).map(([key, item]): [string | number, Trace] => [
      key,
      retrace(get(before, key), item, below.get(key), inEntry(cursor, key)),
    ]),
  ])
}

/** What a patch took away is missed because of it, also after later patches. */
function goneBy(before: Mapping, key: string, below: Trace['below'], cursor: Cursor): Trace {
  const earlier = Object.hasOwn(before, key) ? undefined : below.get(key)
  return earlier ?? { by: inEntry(cursor, key).setting, below: untouched.below }
}

function inEntry({ setting, value }: Cursor, key: string): Cursor {
  const inner = isMapping(value) ? get(value, key) : undefined
  return { setting: inner === undefined ? setting : { ...setting, path: [...setting.path, key] }, value: inner }
}

/** Items are known again by what they are; those that are new or changed are looked for in the patch. */
function retraceItems(
  before: readonly Value[],
  after: readonly Value[],
  { below }: Trace,
  cursor: Cursor,
): Trace['below'] {
  const left = new Set(before.keys())
  const unused = new Set(isList(cursor.value) ? cursor.value.keys() : [])
  const take = (from: Set<number>, wanted: number | undefined): number | undefined =>
    wanted !== undefined && from.delete(wanted) ? wanted : undefined
  const kept = after.map((item, index) => {
    const isSame = (other: number) => isDeepStrictEqual(before[other], item)
    return take(left, left.has(index) && isSame(index) ? index : [...left].find(isSame))
  })
  const traced = after.map((item, index): [number, Trace] => {
    const same = kept[index]
    if (same !== undefined) return [index, below.get(same) ?? untouched]
    const old = take(left, index)
    const inner = inItem(cursor, item, unused, after.length - index)
    return [
      index,
      retrace(old === undefined ? undefined : before[old], item, old === undefined ? untouched : below.get(old), inner),
    ]
  })
  return new Map(traced)
}

/** The item of the patch that an item of the config comes from: one whose every word it has, else that at the same distance from the end. */
function inItem({ setting, value }: Cursor, item: Value, unused: Set<number>, fromEnd: number): Cursor {
  const items = isList(value) ? value : []
  const found = [...unused].find((index) => saysAll(item, items[index] ?? null)) ?? items.length - fromEnd
  if (!unused.delete(found)) return { setting, value: undefined }
  return { setting: { ...setting, path: [...setting.path, found] }, value: items[found] }
}

/** The patch that a place of a document comes from: what set it, or something in it, or what it is missing from. */
export function settingAt(trace: Trace | undefined, path: Path): Setting | undefined {
  let here = trace
  for (const part of path) {
    const inner = here?.below.get(part)
    if (inner === undefined) return here?.by
    here = inner
  }
  return here === undefined ? undefined : (here.by ?? firstBelow(here))
}

/** The patch that set exactly this value. */
export function setterOf(trace: Trace | undefined, path: Path): Setting | undefined {
  return path.reduce<Trace | undefined>((here, part) => here?.below.get(part), trace)?.by
}

function firstBelow({ by, below }: Trace): Setting | undefined {
  if (by !== undefined) return by
  for (const inner of below.values()) {
    const found = firstBelow(inner)
    if (found !== undefined) return found
  }
  return undefined
}
