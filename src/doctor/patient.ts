import { mapBounded } from '../live/bounded.ts'
import { inventoryOf } from '../live/inventory.ts'
import type { ProxmoxClient } from '../proxmox/client/client.ts'
import { isProxmoxError } from '../proxmox/client/error.ts'
import { readRecord, readRows, readText } from '../proxmox/decode.ts'
import { observeProxmox } from '../proxmox/observe/observe.ts'
import type { ConfiguredGuest, ObservedBridge, ObservedProxmox, OtherGuest } from '../proxmox/observe/observed.ts'
import { readBridges, readGuest } from '../proxmox/observe/parts.ts'
import type { Begun } from '../proxmox/ownership/begun.ts'
import { type ProxmoxRelease, releaseOf } from '../proxmox/release.ts'
import type { Desired, Image } from '../resolve/desired.ts'
import { type Resolution, resolve } from '../resolve/resolve.ts'
import type { Loaded } from '../spec/load.ts'
import type { World } from '../world/world.ts'

/** What is examined, and with what. */
export interface Examined {
  readonly loaded: Loaded
  readonly desired: Desired
  readonly client: ProxmoxClient
  /** Fails with the reason where the image factory cannot make an image. */
  readonly requireImage: (image: Image) => Promise<void>
  /** Who asks: a user, or a user and a token. */
  readonly user: string
  readonly world: World
  /** Machines whose making has begun and was never seen to end. */
  readonly begun: readonly Begun[]
  /** The command that prints the rights to give. */
  readonly roleCommand: string
}

/** A virtual network, and whether it is in force. */
export interface Vnet {
  readonly name: string
  readonly zone: string
  readonly applied: boolean
}

/** What is examined, with facts that are asked for once, when the first check wants them. */
export interface Patient extends Examined {
  readonly release: () => Promise<ProxmoxRelease>
  readonly observed: () => Promise<ObservedProxmox>
  /** The cluster with its machines on the hosts that Proxmox has. */
  readonly placed: () => Promise<Resolution>
  /** The hosts that may carry machines and answer. */
  readonly hosts: () => Promise<readonly string[]>
  readonly bridges: () => Promise<readonly ObservedBridge[]>
  readonly vnets: () => Promise<readonly Vnet[]>
  /** VMs and containers of others with their keys; nothing where there are too many to ask for each. */
  readonly neighbours: () => Promise<readonly ConfiguredGuest[] | undefined>
}

const MOST_NEIGHBOURS = 200

/** Gets ready to examine a cluster file against its Proxmox; nothing is asked yet. */
export function patientOf(examined: Examined): Patient {
  const { client, desired, loaded, begun } = examined
  const hasDevices = desired.machines.some(({ vm }) => vm.pci.length > 0)
  const observed = once(() =>
    observeProxmox(client, { cluster: desired.name, machines: desired.machines, begun, mappings: hasDevices }),
  )
  const hosts = once(async () => upHosts(await observed(), desired))
  return {
    ...examined,
    release: once(async () => releaseOf(await client.get('/version', {}))),
    observed,
    hosts,
    placed: once(async () => resolve(loaded, inventoryOf(await observed(), desired.machines))),
    bridges: once(async () => (await mapBounded(await hosts(), 8, (host) => readBridges(client, host, {}))).flat()),
    vnets: once(async () => readVnets(await client.get('/cluster/sdn/vnets', { pending: true }))),
    neighbours: once(async () => await readNeighbours(client, await observed())),
  }
}

function once<T>(get: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= get()
    return asked
  }
}

function upHosts({ hosts }: ObservedProxmox, { proxmox }: Desired): readonly string[] {
  const up = hosts.filter(({ unreachable }) => unreachable === undefined).map(({ name }) => name)
  return proxmox.hosts.length === 0 ? up : up.filter((name) => proxmox.hosts.includes(name))
}

function readVnets(answer: unknown): readonly Vnet[] {
  return readRows(answer).map((row) => ({
    name: readText(row.vnet) ?? '',
    // What is not in force yet stands apart.
    zone: readText(row.zone) ?? readText(readRecord(row.pending)?.zone) ?? '',
    applied: readText(row.state) !== 'new',
  }))
}

async function readNeighbours(client: ProxmoxClient, { hosts, others }: ObservedProxmox) {
  const up = new Set(hosts.flatMap(({ name, unreachable }) => (unreachable === undefined ? [name] : [])))
  const asked = others.filter(({ host }) => up.has(host))
  if (asked.length > MOST_NEIGHBOURS) return undefined
  const read = await mapBounded(asked, 8, (guest) => readNeighbour(client, guest))
  return read.flatMap((guest) => guest ?? [])
}

/** A guest of somebody else; undefined when it has gone or moved since it was listed, which is none of our business. */
async function readNeighbour(client: ProxmoxClient, guest: OtherGuest): Promise<ConfiguredGuest | undefined> {
  return await readGuest(client, guest, {}).catch((error: unknown) => {
    if (isProxmoxError(error, 'proxmox-not-found')) return undefined
    throw error
  })
}
