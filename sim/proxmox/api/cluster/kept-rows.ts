import type { Host } from '../../../world/host.ts'
import type { Storage } from '../../../world/storage.ts'
import type { Vm } from '../../../world/vm.ts'

/** A value that a row shows, or that decides what it shows. */
export type Plain = string | number | boolean | undefined

/** A row as it is shown. */
export type Row = Readonly<Record<string, Plain>>

type Settings = Readonly<Record<string, Plain>>

/** Rows of one kind, by what they tell of. */
export interface Shelf<Key extends object> {
  readonly rows: WeakMap<Key, KeptRow>
  /** Settings of which any key may matter to the row. */
  readonly settingsOf: (key: Key) => Settings
}

/** Rows of the list that is asked for most. */
export interface KeptRows {
  readonly guests: Shelf<Vm>
  readonly hosts: Shelf<Host>
  /** By storage, then by the host that sees it. */
  readonly storages: WeakMap<Storage, Shelf<Host>>
}

/** A row as bytes of JSON after a comma, with what it was made from. */
interface KeptRow {
  bytes: Buffer
  /** Seconds that it is up, which is all of the time that a row shows. */
  uptime: number | undefined
  /** Where their digits begin. */
  readonly uptimeAt: number
  readonly about: readonly Plain[]
  readonly settings: Settings
  readonly keys: number
}

const NO_SETTINGS: Settings = {}

/** A shelf for rows that are made from nothing but what is said about them. */
export const emptyShelf = <Key extends object>(): Shelf<Key> => ({ rows: new WeakMap(), settingsOf: () => NO_SETTINGS })

/** Room for rows, which holds none yet. */
export const noRows = (): KeptRows => ({
  guests: { rows: new WeakMap(), settingsOf: ({ config }) => config },
  hosts: emptyShelf(),
  storages: new WeakMap(),
})

/** The bytes of a row that is not kept. */
export const newRow = (row: Row): Buffer => Buffer.from(`,${JSON.stringify(row)}`, 'utf8')

/** The bytes of a row, made anew only when its settings or what is said about it differ; good until the next call. */
export function rowBytes<Key extends object, About extends readonly Plain[]>(
  { rows, settingsOf }: Shelf<Key>,
  key: Key,
  about: About,
  uptime: number | undefined,
  make: (key: Key, about: About) => Row,
): Buffer {
  const settings = settingsOf(key)
  let row = rows.get(key)
  if (row === undefined || !isStill(row, about, settings) || (row.uptime === undefined) !== (uptime === undefined)) {
    row = keep(about, settings, uptime, make(key, about))
    rows.set(key, row)
  } else if (uptime !== undefined && uptime !== row.uptime) putUptime(row, uptime)
  return row.bytes
}

function isStill(row: KeptRow, about: readonly Plain[], settings: Settings): boolean {
  for (let at = 0; at < about.length; at += 1) if (about[at] !== row.about[at]) return false
  let keys = 0
  for (const key in settings) {
    if (settings[key] !== row.settings[key]) return false
    keys += 1
  }
  return keys === row.keys
}

const UPTIME = '"uptime":'

function keep(about: readonly Plain[], settings: Settings, uptime: number | undefined, row: Row): KeptRow {
  const bytes = newRow(uptime === undefined ? row : { ...row, uptime })
  // Quotes within texts are escaped, so that the key is never found inside one.
  const uptimeAt = bytes.indexOf(UPTIME) + UPTIME.length
  return { bytes, uptime, uptimeAt, about, settings: { ...settings }, keys: Object.keys(settings).length }
}

/** Puts other seconds into a row: in place where they have as many digits. */
function putUptime(row: KeptRow, uptime: number): void {
  const { bytes, uptimeAt } = row
  const [old, digits] = [String(row.uptime), String(uptime)]
  if (digits.length === old.length) bytes.write(digits, uptimeAt, 'latin1')
  else {
    const after = bytes.subarray(uptimeAt + old.length)
    row.bytes = Buffer.concat([bytes.subarray(0, uptimeAt), Buffer.from(digits), after])
  }
  row.uptime = uptime
}

const [OPEN, CLOSE, NONE] = [Buffer.from('['), Buffer.from(']'), Buffer.from('[]')]

/** Puts rows of several kinds together as the parts of one list. */
export function listOfRows(kinds: readonly (readonly Buffer[])[]): readonly Buffer[] {
  const parts: Buffer[] = [OPEN]
  for (const kind of kinds) for (const row of kind) parts.push(row)
  const [, first] = parts
  if (first === undefined) return [NONE]
  // There is nothing before the first row that a comma would part it from.
  parts[1] = first.subarray(1)
  parts.push(CLOSE)
  return parts
}
