import { definedOnly } from '../../resolve/defined-only.ts'
import type { CallOptions } from '../client/call-types.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'
import { expected, readRecord, readText } from '../decode.ts'
import { activeTasks } from '../tasks/active-tasks.ts'
import type { ObservedGuest, UnreadVm, VmKeys } from './observed.ts'
import { readPower, readTags, rowsOf, textIn } from './resources.ts'

/** A VM's configuration as one call tells it. */
export interface VmReading {
  readonly guest: ObservedGuest
  readonly config: VmKeys
  readonly pending: Readonly<Record<string, string | undefined>>
  readonly digest: string
  readonly beingMade?: true
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
  return await readable(guest, async () => {
    const reading = await askConfig(client, guest, options)
    // The list of resources lags behind, and does not know yet whether a new VM runs.
    if (guest.power !== 'unknown') return reading
    return { ...reading, guest: { ...reading.guest, power: await readStatus(client, guest, options) } }
  })
}

/** The same in one call, whether it is known that the VM runs or not. */
export const readConfig = (
  client: ProxmoxClient,
  guest: ObservedGuest,
  options: CallOptions,
): Promise<VmReading | Unreadable> => readable(guest, () => askConfig(client, guest, options))

async function readable(guest: ObservedGuest, read: () => Promise<VmReading>): Promise<VmReading | Unreadable> {
  try {
    return await read()
  } catch (error) {
    if (isProxmoxError(error, 'proxmox-host-unreachable')) return { guest, why: 'host-silent' }
    if (isProxmoxError(error, 'proxmox-not-found')) return { guest, why: 'moved' }
    throw error
  }
}

async function askConfig(client: ProxmoxClient, guest: ObservedGuest, options: CallOptions): Promise<VmReading> {
  const { host: node, vmid } = guest
  const answer = await client.get('/nodes/{node}/qemu/{vmid}/pending', { node, vmid }, options)
  const reading = readPending(answer, guest)
  return (await isBeingMade(client, reading, options)) ? { ...reading, beingMade: true } : reading
}

/** A lock alone does not tell whether anybody still works under it. */
async function isBeingMade(
  client: ProxmoxClient,
  { guest: { host: node, vmid }, config: { lock } }: VmReading,
  options: CallOptions,
): Promise<boolean> {
  if (lock !== 'create' && lock !== 'clone') return false
  const tasks = await activeTasks(client, node, options)
  // The task of a clone is named after the template.
  return tasks.some(({ type, id }) => type === 'qmclone' || (type === 'qmcreate' && id === String(vmid)))
}

/** Asks whether a VM runs. */
export async function readStatus(
  client: ProxmoxClient,
  { host: node, vmid }: Pick<ObservedGuest, 'host' | 'vmid'>,
  options: CallOptions,
): Promise<ObservedGuest['power']> {
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
