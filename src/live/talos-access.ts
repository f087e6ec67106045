import { openCluster, type TalosCluster } from '../talos/api/cluster.ts'
import { type MaintenanceNode, openMaintenance } from '../talos/api/maintenance.ts'
import {
  type Identity,
  identify,
  type NodeState,
  type ProbeAccess,
  probe,
  type Shown,
  showsOurs,
} from '../talos/api/probe.ts'
import { rememberUnreachable } from '../talos/api/unreachable.ts'
import { issueTalosClient } from '../talos/certificates/client.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import type { Clock } from '../world/clock.ts'
import type { Dial } from '../world/dial.ts'

/** Calls to the machines of one cluster, in whatever state they are; whoever opened it closes it. */
export interface TalosAccess {
  readonly probe: (address: string, deadlineMs?: number) => Promise<NodeState>
  /** The same by its certificate alone, if it has the config of the cluster. */
  readonly identify: (address: string, deadlineMs?: number) => Promise<Identity>
  /** Only whether its certificate is one of the cluster. */
  readonly showsOurs: (address: string, deadlineMs?: number) => Promise<Shown>
  /** A machine without a config; the fingerprint is what a probe found. */
  readonly maintenance: (address: string, fingerprint: string) => MaintenanceNode
  /** The machines that have the cluster's config; calls go through these control planes. */
  readonly cluster: (controlPlanes: readonly string[]) => TalosCluster
  readonly close: () => void
}

/** What calling machines takes. */
export interface TalosAccessOptions {
  readonly dial: Dial
  /** Goes as whoever waits for machines does, so that what is remembered of them is not older than a wait. */
  readonly clock: Clock
  readonly mask: (text: string) => string
  /** Absent before the cluster has secrets: then no machine can be ours. */
  readonly secrets: SecretsBundle | undefined
  /** The time of this computer: TLS judges lifetimes by it, whatever the clock of the world says. */
  readonly now: Date
}

/** How long the certificate of an access lasts. */
export const CLIENT_HOURS = 24

/** Prepares calls with a client certificate made for it. */
export async function openTalosAccess({ dial, clock, mask, secrets, now }: TalosAccessOptions): Promise<TalosAccess> {
  const authority = secrets?.authorities.os
  const client =
    authority === undefined
      ? undefined
      : await issueTalosClient(authority, ['os:admin'], { now, lifetimeHours: CLIENT_HOURS })
  const credentials = authority === undefined || client === undefined ? undefined : { ca: authority.crt, client }
  const shared = { dial, mask, unreachable: rememberUnreachable(clock) }
  const clusters = new Map<string, TalosCluster>()
  const access = (address: string, deadlineMs: number | undefined): ProbeAccess => ({
    address,
    dial,
    mask,
    ...(credentials === undefined ? {} : { credentials }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  })
  // Who answers now is not dead, whatever was remembered.
  const answered = <T extends { readonly kind: string }>(address: string, state: T): T => {
    if (state.kind !== 'unreachable') shared.unreachable.forget(address)
    return state
  }
  return {
    probe: async (address, deadlineMs) => answered(address, await probe(access(address, deadlineMs))),
    identify: async (address, deadlineMs) => answered(address, await identify(access(address, deadlineMs))),
    showsOurs: async (address, deadlineMs) => answered(address, await showsOurs(access(address, deadlineMs))),
    maintenance: (address, fingerprint) => openMaintenance({ ...shared, address, fingerprint }),
    cluster(controlPlanes) {
      if (credentials === undefined) throw new Error('a cluster without secrets cannot be called')
      const key = controlPlanes.join(' ')
      const known = clusters.get(key) ?? openCluster({ ...shared, ...credentials, endpoints: controlPlanes })
      clusters.set(key, known)
      return known
    },
    close() {
      for (const cluster of clusters.values()) cluster.close()
      clusters.clear()
    },
  }
}
