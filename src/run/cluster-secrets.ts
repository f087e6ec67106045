import type { Desired } from '../resolve/desired.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import { bundleSecrets } from '../talos/secrets/bundle-secrets.ts'
import type { Redaction } from '../world/redaction.ts'
import { type ClusterFacts, freezeFacts } from './home/facts.ts'
import type { Home } from './home/home.ts'
import { findSecrets, openSecrets, type SecretsSurroundings } from './home/secrets.ts'

/** The secrets of one cluster during a run. */
export interface ClusterSecrets {
  /** Nothing while the cluster has none. */
  readonly find: () => Promise<SecretsBundle | undefined>
  /** Makes them and freezes what is decided with them. */
  readonly create: () => Promise<SecretsBundle>
}

/** Reads secrets once, and lets nobody print them afterwards. */
export function clusterSecrets(
  home: Home,
  desired: Desired,
  surroundings: Omit<SecretsSurroundings, 'now'>,
  redaction: Redaction,
): ClusterSecrets {
  let known: SecretsBundle | undefined
  const keep = (bundle: SecretsBundle | undefined) => {
    if (bundle !== undefined) redaction.add(bundleSecrets(bundle))
    known = bundle
    return bundle
  }
  return {
    find: async () => known ?? keep((await findSecrets(home, desired, { ...surroundings, now: new Date() }))?.bundle),
    async create() {
      const now = new Date()
      const { bundle } = await openSecrets(home, desired, { ...surroundings, now, clusterExists: false })
      keep(bundle)
      await freezeFacts(home, firstFacts(desired, bundle, now))
      return bundle
    },
  }
}

function firstFacts({ name, talos, network }: Desired, { cluster }: SecretsBundle, now: Date): ClusterFacts {
  return {
    cluster: name,
    clusterId: cluster.id,
    contract: talos.contract,
    talosVersion: talos.version,
    endpoint: network.endpoint ?? '',
    createdAt: now.toISOString(),
  }
}
