import { definedOnly } from '../../resolve/defined-only.ts'
import type { CallOptions } from '../client/call-types.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'
import { expected, readFlag, readList, readNumber, readRecord, readText } from '../decode.ts'
import { tryParse } from '../property-string/try-parse.ts'
import type {
  ConfiguredGuest,
  ObservedBridge,
  ObservedGuest,
  ObservedHaResource,
  ObservedImage,
  ObservedMapping,
  ObservedVm,
} from './observed.ts'
import { by, readResources, rowsOf, textIn } from './resources.ts'

/** Every guest of the datacenter. */
export async function readGuests(client: ProxmoxClient): Promise<readonly ObservedGuest[]> {
  return readResources(await client.get('/cluster/resources', { type: 'vm' })).guests
}

/** A storage to be looked through, and for what. */
export interface ImagePlace {
  readonly host: string
  readonly storage: string
  readonly content: ObservedImage['content']
}

/** The files of a kind on a storage. */
export async function readImages(
  client: ProxmoxClient,
  { host, storage, content }: ImagePlace,
  options: CallOptions,
): Promise<readonly ObservedImage[]> {
  const path = '/nodes/{node}/storage/{storage}/content'
  const rows = rowsOf(await client.get(path, { node: host, storage, content }, options), 'volumes')
  const images = rows.map((row): ObservedImage => {
    const volid = textIn(row, 'volid')
    const file = volid.slice(volid.lastIndexOf('/') + 1)
    const bytes = readNumber(row.size) ?? 0
    return { volid, storage, host, content, file, bytes, ...definedOnly({ format: readText(row.format) }) }
  })
  return images.sort(by('volid'))
}

/** A guest's configuration as it is, be it a template, a VM of others or a container. */
export async function readGuest(
  client: ProxmoxClient,
  guest: ObservedGuest,
  options: CallOptions,
): Promise<ConfiguredGuest> {
  const at = { node: guest.host, vmid: guest.vmid }
  const answer =
    guest.kind === 'lxc'
      ? await client.get('/nodes/{node}/lxc/{vmid}/config', at, options)
      : await client.get('/nodes/{node}/qemu/{vmid}/config', at, options)
  const keys = Object.entries(expected(readRecord(answer), 'the configuration of a guest', answer))
  const config = keys.flatMap(([key, value]) => {
    const text = key === 'digest' ? undefined : readText(value)
    return text === undefined ? [] : [[key, text] as const]
  })
  return { ...guest, config: Object.fromEntries(config) }
}

/** The bridges and virtual networks of a host that machines can be attached to. */
export async function readBridges(
  client: ProxmoxClient,
  host: string,
  options: CallOptions,
): Promise<readonly ObservedBridge[]> {
  const answer = await client.get('/nodes/{node}/network', { node: host, type: 'any_bridge' }, options)
  const bridges = rowsOf(answer, 'bridges').map(
    (row): ObservedBridge => ({
      host,
      name: textIn(row, 'iface'),
      type: readText(row.type) ?? '',
      active: readFlag(row.active) ?? false,
      vlanAware: readFlag(row.bridge_vlan_aware) ?? false,
      cidrs: [row.cidr, row.cidr6].flatMap((cidr) => readText(cidr) ?? []),
      ...definedOnly({ mtu: readNumber(row.mtu) }),
    }),
  )
  return bridges.sort(by('name'))
}

/** The named PCI devices. */
export async function readMappings(client: ProxmoxClient, options: CallOptions): Promise<readonly ObservedMapping[]> {
  const rows = rowsOf(await client.get('/cluster/mapping/pci', {}, options), 'mappings')
  const mappings = rows.map((row) => ({
    id: textIn(row, 'id'),
    devices: (readList(row.map) ?? []).flatMap(readDevice),
  }))
  return mappings.sort(by('id'))
}

function readDevice(entry: unknown): ObservedMapping['devices'] {
  const parts = tryParse('map-pci', readText(entry) ?? '', '9')
  const { node, path, id } = parts ?? {}
  // Several functions of one device are passed through together.
  if (typeof node !== 'string' || !Array.isArray(path)) return []
  return [{ host: node, path: path.join(';'), device: typeof id === 'string' ? id : '' }]
}

/** The guests in the care of the HA manager. */
export async function readHa(client: ProxmoxClient, options: CallOptions): Promise<readonly ObservedHaResource[]> {
  const rows = rowsOf(await client.get('/cluster/ha/resources', {}, options), 'HA resources')
  const resources = rows.map((row) => ({
    sid: textIn(row, 'sid'),
    state: readText(row.state) ?? 'started',
    ...definedOnly({ group: readText(row.group) }),
  }))
  return resources.sort(by('sid'))
}

/** Addresses by MAC address, as the guest agent tells them; undefined when it does not. */
export async function readAddresses(
  client: ProxmoxClient,
  { host: node, vmid }: ObservedGuest,
  options: CallOptions,
): Promise<ObservedVm['addresses']> {
  try {
    const path = '/nodes/{node}/qemu/{vmid}/agent/network-get-interfaces'
    const answer = await client.get(path, { node, vmid }, { ...options, retry: false })
    const interfaces = readList(readRecord(answer)?.result)
    return interfaces === undefined ? undefined : addressesOf(interfaces)
  } catch (error) {
    // An agent that is not up yet is ordinary; a missing privilege stays missing however often one asks.
    if (isProxmoxError(error) && error.code !== 'proxmox-permission') return undefined
    throw error
  }
}

function addressesOf(interfaces: readonly unknown[]): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const each of interfaces) {
    const row = readRecord(each) ?? {}
    const mac = readText(row['hardware-address'])?.toUpperCase()
    const addresses = (readList(row['ip-addresses']) ?? []).flatMap(
      (one) => readText(readRecord(one)?.['ip-address']) ?? [],
    )
    if (mac !== undefined) found.set(mac, [...(found.get(mac) ?? []), ...addresses.filter(isUsable)])
  }
  return Object.fromEntries(found)
}

/** Addresses that mean something only on the machine itself or its cable are of no use to others. */
const isUsable = (address: string): boolean => !/^(?:127\.|169\.254\.|::1$|fe[89ab][0-9a-f]:)/i.test(address)
