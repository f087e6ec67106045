import path from 'node:path'
import type { HomeTools, KubernetesTools, Tools } from '../actions/tools.ts'
import { createFactoryClient } from '../factory/client.ts'
import { inventoryOf } from '../live/inventory.ts'
import type { HomeLive, KubernetesNodeLive, Live } from '../live/live.ts'
import { addressOf } from '../live/node-address.ts'
import { observeCluster, observeKubernetes, observeTalos, reachableMachines } from '../live/observe.ts'
import { openTalosAccess, type TalosAccess } from '../live/talos-access.ts'
import type { ProxmoxClient } from '../proxmox/client/client.ts'
import type { ObservedProxmox } from '../proxmox/observe/observed.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
import { resolve } from '../resolve/resolve.ts'
import type { Loaded } from '../spec/load.ts'
import type { Problem } from '../spec/problem.ts'
import { printDocuments } from '../talos/document/print.ts'
import type { Document } from '../talos/document/value.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import { UserError } from '../user-error.ts'
import type { Redaction } from '../world/redaction.ts'
import type { World } from '../world/world.ts'
import { clientConfigsFit } from './client-configs/still-fit.ts'
import { type ClientConfigs, clientConfigFiles, writeClientConfigs } from './client-configs/write.ts'
import { clusterSecrets } from './cluster-secrets.ts'
import { rememberEndpoint } from './home/endpoint.ts'
import { markBootstrapped, readFacts } from './home/facts.ts'
import type { Home } from './home/home.ts'
import { renderCluster } from './render/render-cluster.ts'
import { readSecretValues } from './render/secret-values.ts'
import { schematics } from './schematics.ts'

/** What a run on a cluster is made of. */
export interface ClusterRunOptions {
  readonly loaded: Loaded
  /** The cluster as the file alone has it. */
  readonly desired: Desired
  readonly home: Home
  /** The folder of the cluster file. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly world: World
  readonly proxmox: ProxmoxClient
  readonly redaction: Redaction
  readonly warn: (text: string) => void
  /** Version of this program. */
  readonly version: string
  readonly kubernetes: (access: KubernetesAccess) => KubernetesTools
}

/** What a client of the Kubernetes API is opened with. */
export interface KubernetesAccess {
  readonly bundle: () => Promise<SecretsBundle | undefined>
  /** Where the API is served: control planes by their own addresses. */
  readonly addresses: () => Promise<readonly string[]>
}

/** One look at the world, with the cluster as it should be in it. */
export interface Observation {
  readonly desired: Desired
  readonly live: Live
  readonly problems: readonly Problem[]
}

/** A cluster that is being worked on; whoever opened it closes it. */
export interface ClusterRun {
  readonly observe: () => Promise<Observation>
  readonly tools: (desired: Desired) => Tools
  readonly close: () => void
}
