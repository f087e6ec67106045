import { parseNetwork } from '../net/ip.ts'
import type { Path } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import { builtInLayer } from './built-in.ts'
import type { Machine, Origin, Patch } from './desired.ts'
import { hardwareOf } from './hardware.ts'
import { type Seat, uuidOf } from './identity.ts'
import { imageOf } from './image.ts'
import { type Layer, layersOf, type Settings } from './layers.ts'
import { type Merged, mergeLayers } from './merge.ts'
import { type NicContext, nicsOf } from './nics.ts'
import { derived, inFile } from './origin.ts'
import { type PatchFiles, readPatch } from './patches.ts'
import { type Pool, poolsOf, type Slot, slotsOf } from './pools.ts'

/** A machine of which only the host is still open. */
export interface Draft extends Omit<Machine, 'host' | 'pool' | 'storage'> {
  readonly pool: Pool
  readonly settings: Partial<Settings>
  readonly storage: NonNullable<Partial<Settings>['storage']>
  /** The host that the file asks for, and where it does. */
  readonly pin: { readonly host: string; readonly path: Path } | undefined
}

/** Everything that resolving starts from. */
export interface Input {
  readonly spec: Spec
  readonly removed: readonly Path[]
  readonly patchFiles: PatchFiles
}

/** All machines of the cluster file, in their order: control planes, then pools as written. */
export function draftsOf(input: Input): Draft[] {
  const { spec } = input
  const nics: NicContext = {
    addressing: spec.network?.addressing ?? 'static',
    networks: (spec.network?.cidr ?? []).map(parseNetwork),
    gateways: spec.network?.gateway ?? [],
    macPrefix: spec.network?.macPrefix,
  }
  const builtIn = { controlplane: builtInLayer('controlplane'), worker: builtInLayer('worker') }
  return poolsOf(spec).flatMap((pool) => {
    const merge = settingsOf(input, pool, builtIn[pool.role])
    return slotsOf(spec, pool).map((slot) => draft(input, slot, merge(slot), nics))
  })
}

/** Merged settings per machine; machines without an entry of their own share those of their pool. */
function settingsOf({ spec, removed }: Input, pool: Pool, builtIn: Layer): (slot: Slot) => Merged {
  const merge = (name: string) =>
    mergeLayers(layersOf(spec, removed, { role: pool.role, pool: pool.path, name }, builtIn))
  const shared = merge('')
  return ({ name }) => (spec.nodes !== undefined && Object.hasOwn(spec.nodes, name) ? merge(name) : shared)
}

function draft(input: Input, slot: Slot, merged: Merged, context: NicContext): Draft {
  const { spec } = input
  const { pool, index, name } = slot
  const { settings } = merged
  const node = spec.nodes?.[name] ?? {}
  const origins = new Map(merged.origins)
  const seat: Seat = { cluster: spec.name, pool: pool.name, index }
  const cluster = {
    name: spec.name,
    tags: spec.tags ?? [],
    environment: spec.environment,
    protection: spec.protection,
  }
  origins.set('name', derived(`${pool.pattern}, machine ${index} of pool ${pool.name}`, pool.written.name))
  origins.set('vmid', vmidOrigin(spec, slot))
  return {
    name,
    role: pool.role,
    pool,
    index,
    vmid: node.vmid ?? pool.vmids.first + index - 1,
    uuid: uuidOf(seat),
    nics: nicsOf(slot, seat, settings, node, context, origins),
    vm: hardwareOf(settings, { cluster, role: pool.role, index }, origins),
    image: imageOf(spec.talos.version, settings),
    storage: settings.storage ?? {},
    talos: {
      delivery: settings.talos?.delivery ?? 'api',
      kernelModules: settings.talos?.kernelModules ?? [],
      sysctls: settings.talos?.sysctls ?? {},
      registries: settings.talos?.registries ?? {},
      trustedCAs: settings.talos?.trustedCAs ?? [],
      diskEncryption: settings.talos?.diskEncryption ?? {},
      volumes: settings.talos?.volumes ?? [],
      watchdog: settings.talos?.watchdog,
      logs: settings.talos?.logs,
      firewall: settings.talos?.firewall,
      patches: patchesOf(settings, origins, input),
    },
    kubernetes: {
      labels: settings.kubernetes?.labels ?? {},
      annotations: settings.kubernetes?.annotations ?? {},
      taints: settings.kubernetes?.taints ?? [],
      kubelet: settings.kubernetes?.kubelet ?? {},
    },
    settings,
    pin: pinOf(spec, name),
    origins,
  }
}

function patchesOf(settings: Partial<Settings>, origins: ReadonlyMap<string, Origin>, { patchFiles }: Input): Patch[] {
  return (settings.talos?.patches ?? []).map((patch, index) => {
    const origin = origins.get(`talos.patches[${index}]`)
    return readPatch(patch, origin?.from === 'file' ? origin.path : [], patchFiles)
  })
}

function pinOf(spec: Spec, name: string): Draft['pin'] {
  const own = spec.nodes?.[name]?.host
  if (own !== undefined) return { host: own, path: ['nodes', name, 'host'] }
  const pinned = spec.placement?.pinned
  const host = pinned !== undefined && Object.hasOwn(pinned, name) ? pinned[name] : undefined
  return host === undefined ? undefined : { host, path: ['placement', 'pinned', name] }
}

function vmidOrigin(spec: Spec, { name, pool, index }: Slot): Origin {
  if (spec.nodes?.[name]?.vmid !== undefined) return inFile(['nodes', name, 'vmid'])
  const how = `${pool.vmids.first} is the first of pool ${pool.name}, this is machine ${index}`
  return derived(how, pool.written.vmids)
}

/** The place in the file that decided a setting of a machine, or the pool when no line did. */
export function whereWritten({ origins, pool }: Pick<Draft, 'origins' | 'pool'>, setting: string): Path {
  const origin = origins.get(setting)
  return origin?.from === 'file' ? origin.path : pool.path
}

/** The same for an item of a list; a list that is written as a single item is that item. */
export function whereItem({ origins, pool }: Pick<Draft, 'origins' | 'pool'>, list: string, ...inner: Path): Path {
  const origin = origins.get(list)
  if (origin?.from !== 'file') return pool.path
  return origin.path.at(-1) === 'gpu' ? origin.path : [...origin.path, ...inner]
}
