import { definedOnly } from '../../resolve/defined-only.ts'
import type { CallOptions } from '../client/call-types.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { expected, readRecord, readText } from '../decode.ts'
import { type Cluster, rosterOf } from '../ownership/roster.ts'
import { isCandidate, type Sorted, sortGuests } from './machines.ts'
import type { ObservedGuest, ObservedHost, ObservedProxmox, ObservedVm } from './observed.ts'
import { type ImagePlace, readAddresses, readBridges, readGuest, readHa, readImages, readMappings } from './parts.ts'
import { readVm } from './read-vm.ts'
import { type Resources, readResources, rowsOf, textIn } from './resources.ts'
import { isVmidFree } from './vmid-free.ts'

/** What is to be looked at. Two calls tell of everything, and one more of each machine; the rest only when asked. */
export interface Ask extends Cluster {
  /** Addresses of running machines, from their agents. */
  readonly addresses?: boolean
  readonly images?: readonly ImagePlace[]
  /** Templates whose configuration is wanted, by name or VMID. */
  readonly templates?: readonly (string | number)[]
  /** Hosts whose bridges are wanted. */
  readonly bridges?: readonly string[]
  readonly mappings?: boolean
  readonly ha?: boolean
  readonly poolComments?: boolean
  readonly signal?: AbortSignal
}

/** Looks at a Proxmox datacenter. A host that is down is part of the answer, not a failure. */
export async function observeProxmox(client: ProxmoxClient, ask: Ask): Promise<ObservedProxmox> {
  const options: CallOptions = { signal: ask.signal }
  const [version, answer] = await Promise.all([
    client.get('/version', {}, options),
    client.get('/cluster/resources', {}, options),
  ])
  const resources = readResources(answer)
  const [sorted, parts, hidden] = await Promise.all([
    readMachines(client, ask, resources, options),
    readParts(client, ask, resources, options),
    readOutOfSight(client, ask, resources),
  ])
  const { storages } = resources
  const pools = ask.poolComments === true ? await withComments(client, resources, options) : resources.pools
  const silent = new Set(sorted.unread.flatMap(({ host, why }) => (why === 'host-silent' ? [host] : [])))
  const hosts = resources.hosts.map((host) => withSilence(host, silent))
  return { version: readVersion(version), hosts, storages, pools, ...sorted, ...hidden, ...parts }
}

/** Asks after machines whose making was cut off and that are not in the list: outside their pool they may be out of sight. */
async function readOutOfSight(
  client: ProxmoxClient,
  { begun = [] }: Ask,
  { guests }: Resources,
): Promise<Pick<ObservedProxmox, 'outOfSight'>> {
  const unseen = begun.filter(({ vmid }) => !guests.some((guest) => guest.vmid === vmid))
  const free = await Promise.all(unseen.map(({ vmid }) => isVmidFree(client, vmid)))
  const taken = unseen.filter((_, at) => free[at] === false)
  return taken.length === 0 ? {} : { outOfSight: taken.map(({ vmid, host }) => ({ vmid, host })) }
}

async function withComments(
  client: ProxmoxClient,
  { pools }: Resources,
  options: CallOptions,
): Promise<ObservedProxmox['pools']> {
  const rows = rowsOf(await client.get('/pools', {}, options), 'pools')
  const comments = new Map(rows.map((row) => [textIn(row, 'poolid'), readText(row.comment)]))
  return pools.map((pool) => ({ ...pool, ...definedOnly({ comment: comments.get(pool.id) }) }))
}

function readVersion(answer: unknown): ObservedProxmox['version'] {
  const row = expected(readRecord(answer), 'its version', answer)
  return { version: textIn(row, 'version'), release: textIn(row, 'release') }
}

async function readMachines(
  client: ProxmoxClient,
  ask: Ask,
  { hosts, guests }: Resources,
  options: CallOptions,
): Promise<Sorted> {
  const down = new Set(hosts.flatMap(({ name, unreachable }) => (unreachable === undefined ? [] : [name])))
  const roster = rosterOf(ask)
  const candidates = guests.filter((guest) => isCandidate(roster, guest))
  const rest = guests.filter((guest) => !isCandidate(roster, guest))
  const readings = await Promise.all(
    candidates.map((guest) =>
      down.has(guest.host) ? { guest, why: 'host-silent' as const } : readVm(client, guest, options),
    ),
  )
  const sorted = sortGuests(roster, readings, rest)
  if (ask.addresses !== true) return sorted
  return { ...sorted, vms: await Promise.all(sorted.vms.map((vm) => withAddresses(client, vm, options))) }
}

async function withAddresses(client: ProxmoxClient, vm: ObservedVm, options: CallOptions): Promise<ObservedVm> {
  const hasAgent = /^(?:enabled=)?1/.test(vm.config.agent ?? '')
  const addresses = hasAgent && vm.power === 'running' ? await readAddresses(client, vm, options) : undefined
  return addresses === undefined ? vm : { ...vm, addresses }
}

/** A host whose machines could not be read does not answer, whatever the list of resources still says. */
function withSilence(host: ObservedHost, silent: ReadonlySet<string>): ObservedHost {
  return silent.has(host.name) && host.unreachable === undefined ? { ...host, unreachable: 'it does not answer' } : host
}

type Parts = Pick<ObservedProxmox, 'images' | 'templates' | 'bridges' | 'mappings' | 'ha'>

async function readParts(
  client: ProxmoxClient,
  ask: Ask,
  { hosts, guests }: Resources,
  options: CallOptions,
): Promise<Parts> {
  const isUp = (name: string) => hosts.some((host) => host.name === name && host.unreachable === undefined)
  const each = async <T, R>(list: readonly T[], read: (item: T) => Promise<readonly R[]>): Promise<readonly R[]> =>
    (await Promise.all(list.map(read))).flat()
  const [images, templates, bridges, mappings, ha] = await Promise.all([
    ask.images &&
      each(
        ask.images.filter(({ host }) => isUp(host)),
        (place) => readImages(client, place, options),
      ),
    ask.templates &&
      each(wantedTemplates(ask.templates, guests, isUp), async (guest) => [await readGuest(client, guest, options)]),
    ask.bridges && each(ask.bridges.filter(isUp), (host) => readBridges(client, host, options)),
    ask.mappings === true ? readMappings(client, options) : undefined,
    ask.ha === true ? readHa(client, options) : undefined,
  ])
  return definedOnly({ images, templates, bridges, mappings, ha })
}

function wantedTemplates(
  wanted: readonly (string | number)[],
  guests: readonly ObservedGuest[],
  isUp: (host: string) => boolean,
): readonly ObservedGuest[] {
  return guests.filter(
    ({ kind, template, name, vmid, host }) =>
      kind === 'qemu' && template && isUp(host) && (wanted.includes(vmid) || wanted.includes(name ?? '')),
  )
}
