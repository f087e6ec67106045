import type { Hardware } from '../guest/guest.ts'
import type { TalosImage } from '../world/talos-image.ts'
import type { EtcdCluster } from './etcd/cluster.ts'
import type { StoredEvent } from './events/event.ts'
import type { NetworkState } from './network/state.ts'
import type { SequenceState } from './sequence/state.ts'
import type { ServiceState } from './services/state.ts'
import type { StepName } from './steps.ts'

/** Everything that is known of Talos in the simulated world, as plain data. */
export interface TalosWorld {
  /** Machines that are switched on, by VMID: what is in their memory. */
  machines: Record<string, MachineState>
  /** What happens next, in no order. */
  appointments: Appointment[]
  /** What members of etcd have agreed on, by a number of ours. */
  etcd: Record<string, EtcdCluster>
  /** What the discovery service keeps, by cluster and machine. */
  discovery: Record<string, Record<string, Affiliate>>
  /** Networks in which somebody hands out addresses, by bridge. */
  dhcp: Record<string, DhcpNetwork>
  /** The last number that was given out. */
  count: number
}

/** Something that will happen to a machine, unless it is switched off before. */
export interface Appointment {
  /** Simulated milliseconds since the epoch. */
  readonly at: number
  readonly vmid: number
  /** The boot it belongs to; another one knows nothing of it. */
  readonly boot: string
  readonly step: StepName
  readonly detail: string
}

/** A network with a DHCP server. */
export interface DhcpNetwork {
  /** The network in which addresses are given out, such as `192.168.1.0/24`. */
  readonly cidr: string
  readonly gateway?: string
  readonly nameservers?: readonly string[]
  /** Which address each card has got, by its hardware address. */
  leases: Record<string, string>
}

/** A machine as discovery tells others of it. */
export interface Affiliate {
  readonly nodeId: string
  readonly vmid: number
  addresses: string[]
  hostname: string
  nodename: string
  machineType: 'controlplane' | 'worker'
  operatingSystem: string
  /** The port of the Kubernetes API; absent on workers. */
  apiPort?: number
}

/** In which part of its life a machine is. */
export type Stage =
  | 'booting'
  | 'installing'
  | 'maintenance'
  | 'running'
  | 'rebooting'
  | 'shutting down'
  | 'resetting'
  | 'upgrading'

/** What a machine has in memory. */
export interface MachineState {
  readonly vmid: number
  hardware: Hardware
  /** Tells one boot from another. */
  boot: string
  /** Simulated milliseconds since the epoch. */
  bootedAt: number
  /** Absent until the firmware has found something to boot. */
  image?: TalosImage
  /** The drive that it booted from. */
  bootDrive?: string
  /** The drive that Talos is installed on, once it is known. */
  systemDrive?: string
  stage: Stage
  network: NetworkState
  /** The settings that were fetched from the address in SMBIOS. */
  seed?: Readonly<Record<string, string>>
  /** The config in force; nothing before the first. */
  config?: HeldConfig
  /** The config that is in force after the next boot. */
  persistent?: { readonly version: number }
  /** The config to go back to when a trial ends. */
  trial?: { readonly text: string }
  /** The certificate of this boot's maintenance mode. */
  maintenance?: { readonly crt: string; readonly key: string }
  /** Who this machine is for discovery. */
  nodeId: string
  services: Record<string, ServiceState>
  /** Images that were fetched while there was no disk for them. */
  images?: string[]
  /** Whether an installer is at work beside the running system. */
  isInstalling: boolean
  /** Whether the partition for data is mounted. */
  mounted: boolean
  /** Whether the next start of etcd begins a cluster, and from what. */
  bootstrap?: { readonly recover: boolean; readonly skipHashCheck: boolean }
  /** Services that the boot still waits for. */
  awaited: string[]
  sequence?: SequenceState
  events: StoredEvent[]
  /** The last machine status that was told, to tell only changes. */
  told: string
  /** Versions of the resources that somebody has looked at, by namespace, type and id. */
  resources: Record<string, ResourceRecord>
  kubernetes: KubernetesPlace
  /** The last process number that was given out. */
  pid: number
}

/** A config with the number of its changes. */
export interface HeldConfig {
  readonly text: string
  readonly version: number
}

/** How a resource looked when it was last seen. */
export interface ResourceRecord {
  readonly version: number
  readonly created: number
  readonly updated: number
  readonly digest: string
}

/** What a machine knows of its place in Kubernetes. */
export interface KubernetesPlace {
  /** How far the pods of the control plane are, by component. */
  pods: Record<string, 'pending' | 'running' | 'ready'>
  /** Whether the kubelet is about to tell the API of its machine. */
  isRegistering: boolean
  isRegistered: boolean
}

/** A world in which no machine has been switched on. */
export const emptyTalosWorld = (): TalosWorld => ({
  machines: {},
  appointments: [],
  etcd: {},
  discovery: {},
  dhcp: {},
  count: 0,
})
