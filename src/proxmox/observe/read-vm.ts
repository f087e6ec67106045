import { definedOnly } from '../../resolve/defined-only.ts'
import type { CallOptions } from '../client/call-types.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'
import { expected, readRecord, readText } from '../decode.ts'
import type { ObservedGuest, UnreadVm, VmKeys } from './observed.ts'
import { readPower, readTags, rowsOf, textIn } from './resources.ts'

/** A VM's configuration as one call tells it. */
export interface VmReading {
  readonly guest: ObservedGuest
  readonly config: VmKeys
  readonly pending: Readonly<Record<string, string | undefined>>
  readonly digest: string
}

/** A VM that could not be read, and why. */
export interface Unreadable {
  readonly guest: ObservedGuest
  readonly why: UnreadVm['why']
}

/** Reads a VM's configuration with what waits for the next start; a host that does not answer is no failure. */
export async function readVm(
  client: ProxmoxClient,
  guest: ObservedGuest,
  options: CallOptions,
): Promise<VmReading | Unreadable> {
  const { host: node, vmid } = guest
  try {
    const answer = await client.get('/nodes/{node}/qemu/{vmid}/pending', { node, vmid }, options)
    // The list of resources lags behind, and does not know yet whether a new VM runs.
    const isNew = guest.power === 'unknown'
    const power = isNew ? await readStatus(client, guest, options) : guest.power
    return readPending(answer, { ...guest, power })
  } catch (error) {
    if (isProxmoxError(error, 'proxmox-host-unreachable')) return { guest, why: 'host-silent' }
    if (isProxmoxError(error, 'proxmox-not-found')) return { guest, why: 'moved' }
    throw error
  }
}

async function readStatus(client: ProxmoxClient, { host: node, vmid }: ObservedGuest, options: CallOptions) {
  const answer = await client.get('/nodes/{node}/qemu/{vmid}/status/current', { node, vmid }, options)
  return readPower(expected(readRecord(answer), 'a status', answer).status)
}

function readPending(answer: unknown, guest: ObservedGuest): VmReading {
  const rows = rowsOf(answer, 'keys of a VM')
  const valuesOf = (part: string) =>
    rows.flatMap((row) => {
      const value = readText(row[part])
      return value === undefined ? [] : [[textIn(row, 'key'), value] as const]
    })
  const removed = rows.filter((row) => row.delete !== undefined).map((row) => [textIn(row, 'key'), undefined] as const)
  const { digest, ...config }: Record<string, string> = Object.fromEntries(valuesOf('value'))
  const { lock: _, name: __, ...rest } = guest
  return {
    // The configuration is newer than the list of resources.
    guest: { ...rest, ...definedOnly({ lock: config.lock, name: config.name }), tags: readTags(config.tags ?? '') },
    config,
    pending: Object.fromEntries([...valuesOf('pending'), ...removed]),
    digest: expected(digest, 'the digest of a VM', answer),
  }
}
