import { JsonParts } from '../../call.ts'

/** A value that a row is made from, or shows. */
export type Plain = string | number | boolean | undefined

/** A row as it is shown. */
export type Row = Readonly<Record<string, Plain>>

/** Settings of which any may matter to a row. */
export type Settings = Readonly<Record<string, string>>

/**
 * How rows of a kind are made: from their facts and settings alone, so that where these are as they were the row is as it
 * was. Both are compared at each request, hence facts are few, and settings are not taken apart before they differ.
 */
export interface Kind<Item, Facts extends readonly Plain[]> {
  /** What a row is made from but its settings and the time; nothing of what is not to be seen. */
  readonly facts: (item: Item) => Facts | undefined
  readonly settings?: (item: Item) => Settings
  /** Seconds that it is up, which is all of the time that a row shows. */
  readonly uptime?: (item: Item) => number | undefined
  /** The row, with any number at the place of the seconds. */
  readonly row: (facts: Facts, settings: Settings) => Row
}

/** Rows by the places of what they tell of. */
export type Shelf = (KeptRow | undefined)[]

/** Rows of the list that is asked for most. */
export interface KeptRows {
  readonly guests: Shelf
  readonly hosts: Shelf
  /** By the place of the storage, then that of the host that sees it. */
  readonly storages: Shelf[]
  /** By the place of the zone, then that of the host that has it. */
  readonly zones: Shelf[]
  /** Lists as they were last shown, by what was asked for. */
  readonly lists: Map<string, { readonly rows: readonly Buffer[]; readonly list: JsonParts }>
}

/** A row as bytes of JSON after a comma, with what it was made from. */
interface KeptRow {
  bytes: Buffer
  uptime: number | undefined
  /** Where the digits of the seconds begin. */
  readonly uptimeAt: number
  readonly facts: readonly Plain[]
  readonly settings: Settings
  /** How many settings there are. */
  readonly keys: number
}

const NO_SETTINGS: Settings = {}

/** Room for rows, which holds none yet. */
export const noRows = (): KeptRows => ({
  guests: [],
  hosts: [],
  storages: [],
  zones: [],
  lists: new Map(),
})

/** The shelf at a place, made when it is asked for. */
export function shelfAt(shelves: Shelf[], at: number): Shelf {
  const shelf = shelves[at] ?? []
  shelves[at] = shelf
  return shelf
}

/** The bytes of a row that is not kept. */
export const newRow = (row: Row): Buffer => Buffer.from(`,${JSON.stringify(row)}`, 'utf8')

/** The bytes of the rows of some items, made anew only where what they are made from differs; good until the next call. */
export function rowsOf<Item, Facts extends readonly Plain[]>(
  shelf: Shelf,
  items: readonly Item[],
  { facts: factsOf, settings: settingsOf, uptime: uptimeOf, row: make }: Kind<Item, Facts>,
): Buffer[] {
  const rows: Buffer[] = []
  // Nothing stays of what is no longer there.
  if (shelf.length > items.length) shelf.length = items.length
  items.forEach((item, at) => {
    const facts = factsOf(item)
    if (facts === undefined) return
    const settings = settingsOf === undefined ? NO_SETTINGS : settingsOf(item)
    const uptime = uptimeOf?.(item)
    let row = shelf[at]
    if (row === undefined || !isStill(row, facts, settings) || (row.uptime === undefined) !== (uptime === undefined)) {
      const copy = { ...settings }
      row = keep(facts, copy, uptime, make(facts, copy))
      shelf[at] = row
    } else if (uptime !== undefined && uptime !== row.uptime) putUptime(row, uptime)
    rows.push(row.bytes)
  })
  return rows
}

function isStill(row: KeptRow, facts: readonly Plain[], settings: Settings): boolean {
  const { facts: factsBefore, settings: before } = row
  for (let at = 0; at < facts.length; at += 1) if (facts[at] !== factsBefore[at]) return false
  let keys = 0
  for (const key in settings) {
    if (settings[key] !== before[key]) return false
    keys += 1
  }
  return keys === row.keys
}

const UPTIME = '"uptime":'

function keep(facts: readonly Plain[], settings: Settings, uptime: number | undefined, row: Row): KeptRow {
  const bytes = newRow(uptime === undefined ? row : { ...row, uptime })
  // Quotes within texts are escaped, so that the key is never found inside one.
  const uptimeAt = bytes.indexOf(UPTIME) + UPTIME.length
  return { bytes, uptime, uptimeAt, facts, settings, keys: Object.keys(settings).length }
}

/** Puts other seconds into a row: in place where they have as many digits. */
function putUptime(row: KeptRow, uptime: number): void {
  const { bytes, uptimeAt } = row
  const [old, digits] = [String(row.uptime), String(uptime)]
  if (digits.length === old.length) {
    bytes.write(digits, uptimeAt, 'latin1')
    // Another view of the same bytes tells that they are not what they were.
    row.bytes = bytes.subarray()
  } else {
    const after = bytes.subarray(uptimeAt + old.length)
    row.bytes = Buffer.concat([bytes.subarray(0, uptimeAt), Buffer.from(digits), after])
  }
  row.uptime = uptime
}

const [OPEN, CLOSE, NONE] = [Buffer.from('['), Buffer.from(']'), Buffer.from('[]')]

/** Puts rows of several kinds together as one list; the one that was shown last where every row is as it was. */
export function listOfRows({ lists }: Pick<KeptRows, 'lists'>, asked: string, kinds: readonly (readonly Buffer[])[]) {
  const rows = kinds.flat()
  const last = lists.get(asked)
  if (last !== undefined && isSameList(last.rows, rows)) return last.list
  const [first, ...others] = rows
  // There is nothing before the first row that a comma would part it from.
  const list = new JsonParts(first === undefined ? [NONE] : [OPEN, first.subarray(1), ...others, CLOSE])
  lists.set(asked, { rows, list })
  return list
}

function isSameList(before: readonly Buffer[], now: readonly Buffer[]): boolean {
  if (before.length !== now.length) return false
  for (let at = 0; at < now.length; at += 1) if (before[at] !== now[at]) return false
  return true
}
