import type { ManifestState } from '../kubernetes/manifests/compare.ts'
import type { FollowNode } from '../kubernetes/nodes/follow-nodes.ts'
import type { KubernetesNodeLive } from '../live/live.ts'
import type { TalosAccess } from '../live/talos-access.ts'
import type { ProxmoxClient } from '../proxmox/client/client.ts'
import type { Inventory } from '../proxmox/images/inventory.ts'
import type { ObservedGuest } from '../proxmox/observe/observed.ts'
import type { Begun } from '../proxmox/ownership/begun.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
import type { NocloudSeed } from '../talos/from-desired/nocloud.ts'
import type { Clock } from '../world/clock.ts'

/** What actions work with; made once for a run. */
export interface Tools {
  readonly desired: Desired
  /** The version of this program, which machines are marked with. */
  readonly version: string
  readonly clock: Clock
  readonly proxmox: ProxmoxClient
  /** Every guest of the datacenter, read anew; those who ask together share one answer. */
  readonly guests: () => Promise<readonly ObservedGuest[]>
  /** The images on all storages and who needs them, read anew; those who ask together share one answer. */
  readonly inventory: () => Promise<Inventory>
  /** Which release this Proxmox is, such as `9.2`. */
  readonly proxmoxRelease: () => Promise<string>
  /** The id of the schematic of a machine's image. */
  readonly schematic: (machine: Machine) => Promise<string>
  /** Tells the factory of the schematic, since it makes images only of those that it has been told of. */
  readonly registerSchematic: (machine: Machine) => Promise<void>
  /** Opened when it is first needed, since the secrets may be made by this very run. */
  readonly talos: () => Promise<TalosAccess>
  /** Addresses that DHCP gave, by the name of the machine; one that does not answer is forgotten and asked for again. */
  readonly learnt: Map<string, string>
  /** The certificates of machines that were just found waiting for a config, by address; whoever sends one takes it out. */
  readonly unconfigured: Map<string, string>
  /** When this run made virtual machines that nobody has started yet, by VMID; whoever starts one takes it out. */
  readonly made: Map<number, number>
  readonly kubernetes: KubernetesTools
  readonly home: HomeTools
  readonly configServer: ConfigServer
}

/** Where machines fetch their configs while this program runs. */
export interface ConfigServer {
  /** Lets a machine fetch its settings until they are withdrawn or the run ends; tells the address. */
  readonly offer: (machine: Machine, seed: NocloudSeed) => Promise<string>
  readonly withdraw: (uuid: string) => void
  /** Whether a machine has fetched its config. */
  readonly wasFetched: (uuid: string) => boolean
}

/** The Kubernetes API as actions need it. */
export interface KubernetesTools {
  /** All nodes as they are now; fails while the API does not answer. */
  readonly nodes: () => Promise<readonly KubernetesNodeLive[]>
  /** One node, whenever it changes; fails while the API does not answer. */
  readonly followNode: FollowNode
  /** What is not ready of what every cluster with a network has, such as its DNS, in words. */
  readonly unready: () => Promise<readonly string[]>
  /** Those of these addresses at which the API does not answer. */
  readonly silentAt: (addresses: readonly string[]) => Promise<readonly string[]>
  /** Keeps new pods away and moves those that are there; names what is in the way when it takes too long. */
  readonly drain: (node: string, options: Telling) => Promise<void>
  /** Lets pods onto a node again that a drain has cordoned; one that a person cordoned stays so. */
  readonly uncordon: (node: string) => Promise<void>
  /** How the cluster stands against the manifests of the file. */
  readonly manifests: () => Promise<ManifestState>
  readonly applyManifests: (options: Telling) => Promise<void>
  /** Deletes what manifests of the file had once and have no longer. */
  readonly pruneManifests: (options: Telling) => Promise<void>
  /** Deletes a node; one that is gone already is no failure. */
  readonly deleteNode: (node: string) => Promise<void>
}

/** What the cluster's home can do for actions. */
export interface HomeTools {
  readonly createSecrets: () => Promise<void>
  readonly hasSecrets: () => Promise<boolean>
  /** Deletes the secrets, what was made with them, and what was frozen with them; only for when every machine is gone. */
  readonly deleteSecrets: () => Promise<void>
  /** Whether something of that is still there. */
  readonly hasAnySecrets: () => Promise<boolean>
  /** The config of a machine as text; full of secrets. */
  readonly machineConfig: (machine: Machine) => Promise<string>
  /** Where etcd was begun, or was about to be. */
  readonly bootstrapped: () => Promise<string | undefined>
  /** Writes down for good that etcd is about to begin on a machine. */
  readonly markBootstrap: (machine: string) => Promise<void>
  /** Writes down for good that etcd has been healthy. */
  readonly markEtcdHealthy: () => Promise<void>
  /** Forgets that etcd was begun, and where its API was; only for when every machine is gone. */
  readonly forgetBootstrap: () => Promise<void>
  readonly writeClientConfigs: () => Promise<void>
  readonly hasClientConfigs: () => Promise<boolean>
  /** What is remembered of a machine whose making has begun and was never seen to end. */
  readonly begun: (vmid: number) => Promise<Begun | undefined>
  /** Remembers for good that the making of a machine is about to begin. */
  readonly noteBegun: (begun: Begun) => Promise<void>
  /** Forgets a machine that is whole, or gone. */
  readonly forgetBegun: (vmid: number) => Promise<void>
}

/** How an action says what it is doing, and hears that it should end. */
export interface Telling {
  readonly progress: (text: string) => void
  readonly signal: AbortSignal
}
