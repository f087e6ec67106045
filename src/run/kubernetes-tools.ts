import type { KubernetesTools } from '../actions/tools.ts'
import { createKubernetesClient, type KubernetesClient } from '../kubernetes/client/client.ts'
import type { KubernetesWorld } from '../kubernetes/client/world.ts'
import { mintAdminAccess } from '../kubernetes/kubeconfig.ts'
import { applyManifests } from '../kubernetes/manifests/apply.ts'
import { compareManifests } from '../kubernetes/manifests/compare.ts'
import { type Entry, entryName, type InventoryPlace } from '../kubernetes/manifests/inventory.ts'
import type { ManifestObject } from '../kubernetes/manifests/parse.ts'
import { pruneManifests } from '../kubernetes/manifests/prune.ts'
import { deleteNode, uncordon } from '../kubernetes/nodes/cordon.ts'
import { drain } from '../kubernetes/nodes/drain.ts'
import { followNodes } from '../kubernetes/nodes/follow-nodes.ts'
import { type NodeReadiness, readNodes } from '../kubernetes/nodes/readiness.ts'
import { workloadReader } from '../kubernetes/nodes/workloads.ts'
import type { KubernetesNodeLive } from '../live/live.ts'
import { apiUrl } from '../net/in-url.ts'
import type { Workloads } from '../talos/health/condition.ts'
import { WORKLOAD_CONDITIONS } from '../talos/health/kubernetes-conditions.ts'
import { lookAt } from '../talos/health/wait.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import { UserError } from '../user-error.ts'
import { renewed } from './renewed.ts'
import { sharedRead } from './shared-read.ts'

/** What a client of the Kubernetes API is opened with. */
export interface KubernetesSource {
  readonly secrets: () => Promise<SecretsBundle | undefined>
  /** Where the API is served: control planes by their own addresses. */
  readonly addresses: () => Promise<readonly string[]>
  /** The objects that the file wants in the cluster. */
  readonly manifests: () => readonly ManifestObject[]
  /** The time of this computer, by which TLS judges certificates. */
  readonly now: () => number
}

/** Where the cluster remembers what was applied to it. */
const INVENTORY: InventoryPlace = { namespace: 'kube-system', name: 'talmox-manifests' }

const DRAIN_MS = 20 * 60_000
/** Actions that begin together look for their nodes in one list. */
const LISTS_APART_MS = 250
const LIFETIME_HOURS = 24

/** Kubernetes tools whose client is opened once it is needed, and kept until its certificate should be renewed. */
export function kubernetesTools(
  source: KubernetesSource,
  world: KubernetesWorld,
): KubernetesTools & { readonly workloads: Workloads; readonly close: () => void } {
  const { get: client, close } = renewed({ hours: LIFETIME_HOURS, now: source.now }, () => openClient(source, world))
  return {
    nodes: sharedRead(world.clock, LISTS_APART_MS, async () => (await readNodes(await client())).map(asLive)),
    followNode: followNodes(world.clock, client),
    async unready() {
      const workloads = workloadReader(await client())
      const seen = await lookAt(WORKLOAD_CONDITIONS, { controlPlanes: [], workers: [], hasNetwork: true, workloads })
      return seen.flatMap(({ outcome }) => (outcome.kind === 'waiting' ? [outcome.reason] : []))
    },
    async silentAt(addresses) {
      const answers = await Promise.all(addresses.map((address) => answersAt(source, world, address)))
      return addresses.filter((_, at) => answers[at] === false)
    },
    drain: async (node, { progress, signal }) =>
      await drain(await client(), node, {
        timeoutMs: DRAIN_MS,
        signal,
        report: (left) => progress(left.map(({ pod, reason }) => `${pod} ${reason}`).join(', ')),
      }),
    manifests: async () => await compareManifests(await client(), source.manifests(), INVENTORY),
    applyManifests: async ({ progress, signal }) => {
      const report = (entry: Entry) => progress(entryName(entry))
      await applyManifests(await client(), source.manifests(), { inventory: INVENTORY, report, signal })
    },
    pruneManifests: async ({ progress }) =>
      await pruneManifests(await client(), source.manifests(), INVENTORY, (entry) => progress(entryName(entry))),
    workloads: async (...which) => await workloadReader(await client())(...which),
    uncordon: async (node) => void (await uncordon(await client(), node)),
    deleteNode: async (node) => void (await deleteNode(await client(), node)),
    close,
  }
}

/** Asks at one address only, where any of the control planes may be behind. */
async function answersAt(source: KubernetesSource, world: KubernetesWorld, address: string): Promise<boolean> {
  const client = await openClient({ ...source, addresses: async () => [address] }, world)
  try {
    await client.request({ method: 'GET', path: '/version' })
    return true
  } catch (error) {
    if (error instanceof UserError) return false
    throw error
  } finally {
    client.close()
  }
}

function asLive(node: NodeReadiness): KubernetesNodeLive {
  const { name, ready, reason, unschedulable, cordonedByTalmox, kubeletVersion, system } = node
  const [, talos] = /^Talos \((v[^)]+)\)$/.exec(system) ?? []
  return {
    name,
    ready,
    schedulable: !unschedulable,
    version: kubeletVersion,
    ...(reason === '' ? {} : { reason }),
    ...(cordonedByTalmox ? { cordonedByTalmox } : {}),
    ...(talos === undefined ? {} : { talos }),
  }
}

async function openClient(source: KubernetesSource, world: KubernetesWorld): Promise<KubernetesClient> {
  const { secrets, addresses, now } = source
  const bundle = await secrets()
  if (bundle === undefined) throw new UserError('secrets-missing', 'the cluster has no secrets to call Kubernetes with')
  const servers = (await addresses()).map(apiUrl)
  const options = { cluster: 'talmox', server: servers[0] ?? '', now: new Date(now()), lifetimeHours: LIFETIME_HOURS }
  const { ca, client } = await mintAdminAccess(bundle, options)
  return createKubernetesClient({ servers, ca, crt: client.crt, key: client.key }, world)
}
