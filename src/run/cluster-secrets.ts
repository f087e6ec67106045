import { removePrivate } from '../files/write-private.ts'
import type { Desired } from '../resolve/desired.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import { bundleSecrets } from '../talos/secrets/bundle-secrets.ts'
import { createSecretsBundle } from '../talos/secrets/create.ts'
import type { Clock } from '../world/clock.ts'
import type { Redaction } from '../world/redaction.ts'
import { type ClusterFacts, freezeFacts, readFacts } from './home/facts.ts'
import type { Home } from './home/home.ts'
import { findSecrets, openSecrets, type SecretsSurroundings } from './home/secrets.ts'

/** The secrets of one cluster during a run. */
export interface ClusterSecrets {
  /** Nothing while the cluster has none. */
  readonly find: () => Promise<SecretsBundle | undefined>
  /** Begins to compute some in memory while the cluster has none here; only `create` keeps and uses them. */
  readonly prepare: () => Promise<void>
  /** Makes them and freezes what is decided with them. */
  readonly create: () => Promise<SecretsBundle>
  /** Deletes them with what was frozen with them; they stay unprintable. */
  readonly remove: () => Promise<void>
}

/** Reads secrets once, and lets nobody print them afterwards. */
export function clusterSecrets(
  home: Home,
  desired: Desired,
  surroundings: Omit<SecretsSurroundings, 'now'>,
  { redaction, clock }: { readonly redaction: Redaction; readonly clock: Clock },
): ClusterSecrets {
  let known: SecretsBundle | undefined
  let prepared: Promise<SecretsBundle> | undefined
  const keep = (bundle: SecretsBundle | undefined) => {
    if (bundle !== undefined) redaction.add(bundleSecrets(bundle))
    known = bundle
    return bundle
  }
  const find = async () =>
    known ?? keep((await findSecrets(home, desired, { ...surroundings, now: new Date() }))?.bundle)
  return {
    find,
    async prepare() {
      if (prepared !== undefined || (await readFacts(home)) !== undefined || (await find()) !== undefined) return
      prepared = createSecretsBundle(desired.talos.version, new Date())
      // Keys of this length are found by trying, which other threads do for seconds; whoever needs them hears of a failure.
      prepared.catch(() => undefined)
      clock.computing?.(prepared)
    },
    async create() {
      const now = new Date()
      const begun = prepared
      // Secrets are made for one cluster: who deletes them and makes others must not get these again.
      prepared = undefined
      const make = begun === undefined ? undefined : () => begun
      const opened = openSecrets(home, desired, { ...surroundings, now, clusterExists: false, make })
      clock.computing?.(opened)
      const { bundle } = await opened
      keep(bundle)
      await freezeFacts(home, firstFacts(desired, bundle, now))
      return bundle
    },
    async remove() {
      // The facts go last: as long as they are there, a run that was cut off is gone on with.
      await removePrivate(home.secrets)
      await removePrivate(home.facts)
      known = undefined
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
