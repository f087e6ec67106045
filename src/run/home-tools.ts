import path from 'node:path'
import type { HomeTools } from '../actions/tools.ts'
import { removeIfEmpty, removePrivate } from '../files/write-private.ts'
import { apiUrl } from '../net/in-url.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
import { printDocuments } from '../talos/document/print.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import { type ArtifactSource, artifactFiles, artifactsFit, writeArtifacts } from './client-configs/artifacts.ts'
import { clientConfigsFit, type WantedConfigs } from './client-configs/still-fit.ts'
import { clientConfigFiles, writeClientConfigs } from './client-configs/write.ts'
import type { ClusterSecrets } from './cluster-secrets.ts'
import { findBegun, forgetBegun, noteBegun } from './home/begun.ts'
import { rememberEndpoint } from './home/endpoint.ts'
import { forgetBootstrapped, markBootstrapped, markEtcdHealthy, readFacts } from './home/facts.ts'
import type { Home } from './home/home.ts'
import { type ConfigSource, machineConfigs } from './machine-configs.ts'

/** What the tools of a home work with. */
export interface HomeToolsOptions extends Pick<ConfigSource, 'loaded' | 'places' | 'redaction'> {
  readonly home: Home
  readonly desired: Desired
  /** The folder of the cluster file. */
  readonly folder: string
  readonly secrets: ClusterSecrets
  readonly schematic: (machine: Machine) => Promise<string>
  /** Where a machine is reached; fails while nobody knows. */
  readonly address: (machine: Machine) => Promise<string>
  /** Where machines are reached, of those that are known. */
  readonly addresses: (
    machines: readonly Machine[],
  ) => Promise<readonly { readonly machine: Machine; readonly address: string }[]>
}

/** Secrets, configs and marks of a cluster, for its actions. */
export function homeTools(options: HomeToolsOptions): HomeTools {
  const { home, desired, folder, secrets } = options
  const files = clientConfigFiles(desired, folder)
  const artifacts: ArtifactSource = {
    desired,
    folder,
    bundle: () => requireBundle(options),
    machineConfig: (machine) => machineConfig(options, machine),
  }
  return {
    createSecrets: async () => void (await secrets.create()),
    hasSecrets: async () => (await secrets.find()) !== undefined && (await readFacts(home)) !== undefined,
    async deleteSecrets() {
      for (const file of [...Object.values(files), ...artifactFiles(artifacts)]) await removePrivate(file)
      await removeIfEmpty(path.dirname(files.talosconfig))
      await secrets.remove()
    },
    hasAnySecrets: async () => (await secrets.find()) !== undefined || (await readFacts(home)) !== undefined,
    machineConfig: (machine) => machineConfig(options, machine),
    bootstrapped: async () => (await readFacts(home))?.bootstrapped?.machine,
    markBootstrap: async (machine) => void (await markBootstrapped(home, { machine, at: new Date().toISOString() })),
    markEtcdHealthy: () => markEtcdHealthy(home, new Date().toISOString()),
    forgetBootstrap: async () => void (await forgetBootstrapped(home)),
    async writeClientConfigs() {
      await writeClientConfigs(files, await clientConfigs(options, await endpointOf(options)))
      await writeArtifacts(artifacts)
    },
    async hasClientConfigs() {
      // Whoever only looks remembers nothing: without the lock it could overwrite what a run writes down.
      const endpoint = await knownEndpoint(options)
      if (endpoint === undefined) return false
      return (await clientConfigsFit(files, await clientConfigs(options, endpoint))) && (await artifactsFit(artifacts))
    },
    begun: (vmid) => findBegun(home, vmid),
    noteBegun: (begun) => noteBegun(home, begun),
    forgetBegun: (vmid) => forgetBegun(home, vmid),
  }
}

async function machineConfig(options: HomeToolsOptions, machine: Machine): Promise<string> {
  const { loaded, desired, places, redaction } = options
  const schematic = await options.schematic(machine)
  const [found] = await options.addresses([machine])
  const source = {
    loaded,
    desired,
    places,
    redaction,
    bundle: await requireBundle(options),
    endpoint: await endpointOf(options),
    schematic: () => schematic,
    learnt: () => found?.address,
  }
  return printDocuments((await machineConfigs(source, [machine])).get(machine.name) ?? [])
}

async function requireBundle({ secrets }: HomeToolsOptions): Promise<SecretsBundle> {
  const bundle = await secrets.find()
  if (bundle === undefined) throw new Error('the secrets were not made before they were needed')
  return bundle
}

/** Where the Kubernetes API is: as the file says, or at the first control plane, whose address is then kept for good. */
async function endpointOf(options: HomeToolsOptions): Promise<string> {
  const known = await knownEndpoint(options)
  if (known !== undefined) return known
  const { desired, home, address } = options
  const [first] = desired.machines
  if (first === undefined) throw new Error('the file has no machine')
  return await rememberEndpoint(home, apiUrl(await address(first)))
}

/** Where the Kubernetes API is, as the file says or an action has remembered. */
async function knownEndpoint({ desired, home }: HomeToolsOptions): Promise<string | undefined> {
  if (desired.network.endpoint !== undefined) return desired.network.endpoint
  return (await readFacts(home))?.endpoint || undefined
}

async function clientConfigs(options: HomeToolsOptions, endpoint: string): Promise<WantedConfigs> {
  const { desired, addresses } = options
  const known = await addresses(desired.machines)
  const controlPlanes = known.filter(({ machine }) => machine.role === 'controlplane')
  return {
    cluster: desired.name,
    bundle: await requireBundle(options),
    endpoint,
    controlPlanes: controlPlanes.map(({ address }) => address),
    machines: known.map(({ address }) => address),
    unknown: desired.machines.length - known.length,
  }
}
