import { definedOnly } from '../../resolve/defined-only.ts'
import { expected, readFlag, readList, readNumber, readRecord, readText } from '../decode.ts'
import { splitList } from '../format-checks/check.ts'
import type { ObservedGuest, ObservedHost, ObservedPool, ObservedStorage } from './observed.ts'

/** What one look at the whole datacenter tells. */
export interface Resources {
  readonly hosts: readonly ObservedHost[]
  readonly storages: readonly ObservedStorage[]
  readonly pools: readonly ObservedPool[]
  readonly guests: readonly ObservedGuest[]
}

type Row = Readonly<Record<string, unknown>>

/** Reads the list of resources; the order of its rows is random, and made the same here. */
export function readResources(answer: unknown): Resources {
  const rows = rowsOf(answer, 'resources')
  const ofType = (...types: readonly string[]) => rows.filter((row) => types.includes(readText(row.type) ?? ''))
  const guests = ofType('qemu', 'lxc').map(readGuest)
  return {
    hosts: ofType('node').map(readHost).sort(by('name')),
    storages: ofType('storage').map(readStorage).sort(by('host')).sort(by('id')),
    pools: ofType('pool')
      .map((row) => readPool(row, guests))
      .sort(by('id')),
    guests: guests.sort(by('vmid')),
  }
}

/** The rows of an answer that is a list of objects. */
export function rowsOf(answer: unknown, what: string): readonly Row[] {
  const list = expected(readList(answer), `a list of ${what}`, answer)
  return list.map((row) => expected(readRecord(row), `objects in its list of ${what}`, row))
}

/** Orders objects by a property. */
export function by<Key extends string>(key: Key) {
  type Keyed = Readonly<Record<Key, string | number>>
  return (a: Keyed, b: Keyed): number => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0)
}

/** A text that a row must have. */
export const textIn = (row: Row, key: string): string => expected(readText(row[key]), `${key} in a row`, row)

function readHost(row: Row): ObservedHost {
  const status = readText(row.status) ?? 'unknown'
  return {
    name: textIn(row, 'node'),
    ...(status === 'online' ? {} : { unreachable: `Proxmox says that it is ${status}` }),
    ...definedOnly({
      cpus: readNumber(row.maxcpu),
      memoryBytes: readNumber(row.maxmem),
      memoryUsedBytes: readNumber(row.mem),
      uptimeSeconds: readNumber(row.uptime),
    }),
  }
}

function readStorage(row: Row): ObservedStorage {
  return {
    id: textIn(row, 'storage'),
    host: textIn(row, 'node'),
    type: readText(row.plugintype) ?? '',
    shared: readFlag(row.shared) ?? false,
    content: [...splitList(readText(row.content) ?? '')].sort(),
    active: row.status === 'available',
    ...definedOnly({ totalBytes: readNumber(row.maxdisk), usedBytes: readNumber(row.disk) }),
  }
}

function readPool(row: Row, guests: readonly ObservedGuest[]): ObservedPool {
  const id = textIn(row, 'pool')
  return { id, vmids: guests.filter(({ pool }) => pool === id).map(({ vmid }) => vmid) }
}

function readGuest(row: Row): ObservedGuest {
  return {
    vmid: expected(readNumber(row.vmid), 'vmid of a guest', row),
    kind: row.type === 'lxc' ? 'lxc' : 'qemu',
    host: textIn(row, 'node'),
    power: readPower(row.status),
    template: readFlag(row.template) ?? false,
    tags: readTags(readText(row.tags) ?? ''),
    uptimeSeconds: readNumber(row.uptime) ?? 0,
    cpus: readNumber(row.maxcpu) ?? 0,
    memoryBytes: readNumber(row.maxmem) ?? 0,
    ...definedOnly({
      name: readText(row.name),
      pool: readText(row.pool),
      lock: readText(row.lock),
      haState: readText(row.hastate),
    }),
  }
}

/** Tags in the one form in which they can be compared, whatever the datacenter's style. */
export const readTags = (text: string): readonly string[] => [...new Set(splitList(text.toLowerCase()))].sort()

/** A paused VM runs, as far as its configuration is concerned. */
export function readPower(status: unknown): ObservedGuest['power'] {
  if (status === 'stopped') return 'stopped'
  return status === undefined || status === null || status === 'unknown' ? 'unknown' : 'running'
}
