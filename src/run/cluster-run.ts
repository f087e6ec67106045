import { knownAddress, knownAddresses } from '../actions/address.ts'
import type { Tools } from '../actions/tools.ts'
import { createFactoryClient } from '../factory/client.ts'
import type { ManifestObject } from '../kubernetes/manifests/parse.ts'
import type { Live } from '../live/live.ts'
import type { Look } from '../live/observe.ts'
import type { ProxmoxClient } from '../proxmox/client/client.ts'
import { expected, readRecord, readText } from '../proxmox/decode.ts'
import { takeInventory } from '../proxmox/images/inventory.ts'
import { readGuests } from '../proxmox/observe/parts.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
import type { Loaded } from '../spec/load.ts'
import type { Workloads } from '../talos/health/condition.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import type { Log } from '../world/log.ts'
import type { Redaction } from '../world/redaction.ts'
import type { World } from '../world/world.ts'
import { clusterSecrets } from './cluster-secrets.ts'
import { openConfigServer } from './config-server.ts'
import { fileManifests } from './file-manifests.ts'
import { type Health, lookAtHealth } from './health.ts'
import type { Home } from './home/home.ts'
import { homeTools } from './home-tools.ts'
import { type KubernetesSource, kubernetesTools } from './kubernetes-tools.ts'
import { type Observation, observe } from './observe.ts'
import { schematics } from './schematics.ts'
import { sharedRead } from './shared-read.ts'
import { talosOnceSecret } from './talos-once-secret.ts'

/** What work on a cluster takes. */
export interface ClusterRunOptions {
  readonly loaded: Loaded
  /** The cluster as the file alone has it. */
  readonly desired: Desired
  readonly home: Home
  /** The folder of the cluster file. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly world: World & { readonly authorities: readonly string[] }
  readonly proxmox: ProxmoxClient
  readonly redaction: Redaction
  readonly log: Log
  /** Version of this program. */
  readonly version: string
}

/** A cluster that is being worked on; whoever opened it closes it. */
export interface ClusterRun {
  readonly observe: (look?: Look) => Promise<Observation>
  /** What actions work with, for the cluster as a look at the world resolved it. */
  readonly tools: (desired: Desired) => Tools
  /** Looks once at everything that holds for a healthy cluster. */
  readonly health: (desired: Desired, live: Live) => Promise<readonly Health[]>
  /** Begins to compute secrets for a cluster that has none here, so that nobody waits for them once a plan makes it. */
  readonly prepareSecrets: () => Promise<void>
  /** The secrets of the cluster; nothing while it has none. */
  readonly secrets: () => Promise<SecretsBundle | undefined>
  readonly close: () => void
}

/** Opens everything that work on a cluster takes; nothing is asked before it is needed. */
export function openClusterRun(options: ClusterRunOptions): ClusterRun {
  const { desired, home, env, folder, world, proxmox, redaction, log } = options
  const places = { env, folder, log }
  const secrets = clusterSecrets(home, desired, places, { redaction, clock: world.clock })
  const known = schematics(createFactoryClient(desired.talos.factory, world))
  const talos = talosOnceSecret(world, secrets.find, redaction.mask, Date.now)
  let asked: Promise<string> | undefined
  const release = () => {
    asked ??= readRelease(proxmox)
    return asked
  }

  const at = desired.talos.configServer
  const configServer = openConfigServer({ listen: world.listen, at, secrets: secrets.find, redaction })
  const open: { readonly close: () => void }[] = [talos, configServer]
  // One client serves every look at the same control planes: whoever watches a cluster looks for hours.
  const clients = new Map<string, ReturnType<typeof kubernetesTools>>()
  const kubernetesFor = (controlPlanes: readonly Machine[], source: KubernetesSource) => {
    const key = controlPlanes.map(({ uuid }) => uuid).join()
    const known = clients.get(key)
    if (known !== undefined) return known
    const made = kubernetesTools(source, { ...world, log, redaction, random: Math.random })
    clients.set(key, made)
    open.push(made)
    return made
  }

  let objects: readonly ManifestObject[] | undefined
  const manifests = () => {
    objects ??= fileManifests(desired, options.loaded.files)
    return objects
  }

  const guests = sharedRead(world.clock, GUESTS_APART_MS, () => readGuests(proxmox))
  const inventory = sharedRead(world.clock, GUESTS_APART_MS, () => takeInventory(proxmox))
  const learnt = new Map<string, string>()
  const unconfigured = new Map<string, string>()
  const made = new Map<number, number>()
  const tools = (resolved: Desired) => {
    const controlPlanes = resolved.machines.filter(({ role }) => role === 'controlplane')
    const own: Tools & { readonly kubernetes: { readonly workloads: Workloads } } = {
      desired: resolved,
      version: options.version,
      clock: world.clock,
      proxmox,
      guests,
      inventory,
      proxmoxRelease: () => release(),
      schematic: ({ image }) => known.idOf(image),
      registerSchematic: async ({ image }) => void (await known.register(image)),
      talos: talos.open,
      learnt,
      unconfigured,
      made,
      configServer,
      kubernetes: kubernetesFor(controlPlanes, {
        secrets: secrets.find,
        addresses: async () => (await knownAddresses(own, controlPlanes)).map(({ address }) => address),
        manifests,
        now: Date.now,
      }),
      home: homeTools({
        ...options,
        desired: resolved,
        secrets,
        places,
        schematic: ({ image }) => known.idOf(image),
        address: (machine) => knownAddress(own, machine),
        addresses: (machines) => knownAddresses(own, machines),
      }),
    }
    return own
  }
  return {
    async observe(look) {
      const own = { ...options, places, secrets, learnt, talos: talos.open, schematic: known.idOf, tools }
      const seen = await observe(own, look)
      asked ??= Promise.resolve(seen.live.proxmox.version.release)
      return seen
    },
    tools,
    async health(resolved, live) {
      const { kubernetes } = tools(resolved)
      return await lookAtHealth(resolved, live, { talos: await talos.open(), workloads: kubernetes.workloads })
    },
    prepareSecrets: secrets.prepare,
    secrets: secrets.find,
    close() {
      for (const one of open) one.close()
    },
  }
}

/** Machines that are made at the same time look for themselves in the list of all. */
const GUESTS_APART_MS = 100

async function readRelease(proxmox: ProxmoxClient): Promise<string> {
  const answer = await proxmox.get('/version', {})
  return expected(readText(readRecord(answer)?.release), 'its release', answer)
}
