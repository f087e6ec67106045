import type { ManifestState } from '../kubernetes/manifests/compare.ts'
import type { Inventory } from '../proxmox/images/inventory.ts'
import type { ObservedProxmox } from '../proxmox/observe/observed.ts'
import type { OpenAddress } from './open-addresses.ts'

/** The world as one look found it: plain data, in which what did not answer is a value. */
export interface Live {
  readonly proxmox: ObservedProxmox
  /** The schematic of each machine's image, by the name of the machine. */
  readonly schematics: Readonly<Record<string, string>>
  /** Talos on the machines of the cluster, by the name of the machine. */
  readonly nodes: Readonly<Record<string, NodeLive>>
  readonly etcd: EtcdLive
  readonly kubernetes: KubernetesLive
  readonly home: HomeLive
  /** VMIDs of control planes that Proxmox does not show although their numbers are taken; absent where there is none. */
  readonly hidden?: readonly number[]
  /** What stands where machines are to be made; only where it was asked for, and absent where nothing does. */
  readonly obstacles?: Obstacles
  /** The images on all storages and who needs them; only where they are to go. */
  readonly inventory?: Inventory
}

/** What stands where machines are to be made, and is not in the list of guests. */
export interface Obstacles {
  /** VMIDs of machines that guests have which may not be seen. */
  readonly hiddenVmids: readonly number[]
  /** Addresses that are to be given, and at which somebody answers. */
  readonly answering: readonly OpenAddress[]
}

/** The images on all storages and the templates, with who needs them. */
export type ImagesLive = Inventory

/** An image on a storage, and who needs it. */
export type ImageFileLive = Inventory['files'][number]

/** A template that talmox made, and who needs it. */
export type TemplateLive = Inventory['templates'][number]

/** What answers at a machine's address. */
export type NodeLive =
  /** The machine is not running, or nobody knows its address yet. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'unreachable'; readonly address: string; readonly reason: string }
  /** Talos without a config; the fingerprint is its certificate. */
  | { readonly kind: 'maintenance'; readonly address: string; readonly fingerprint: string }
  /** A configured Talos that this cluster's authority did not sign for. */
  | { readonly kind: 'foreign'; readonly address: string; readonly subject: string }
  | ConfiguredNode

/** A machine that belongs to the cluster and answers. */
export interface ConfiguredNode {
  readonly kind: 'configured'
  readonly address: string
  readonly version: string
  /** What it is doing, in the words of Talos: `booting`, `running`, … */
  readonly stage: string
  readonly ready: boolean
  /** The schematic of the image that runs; absent where the machine does not tell. */
  readonly schematic?: string
  /** What its config differs in from the one the file makes; absent where it cannot be compared. */
  readonly config?: ConfigState
  /** The state of its own etcd service; absent on workers. */
  readonly etcd?: string
}

/** How the config of a machine stands against the file. */
export type ConfigState =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'differs'
      readonly changes: readonly ConfigChange[]
      /** Whether it has the config already, and only was not rebooted since. */
      readonly staged?: true
    }

/** One value that differs; secrets are masked. */
export interface ConfigChange {
  /** The document, such as `v1alpha1` or `HostnameConfig`. */
  readonly document: string
  /** The path inside the document, `.` for all of it. */
  readonly path: string
  readonly from?: string
  readonly to?: string
}

/** Membership of etcd, as far as any control plane tells. */
export interface EtcdLive {
  /** `none`: it has never begun on any control plane that answers; `unknown`: nobody could be asked. */
  readonly state: 'none' | 'healthy' | 'degraded' | 'no-quorum' | 'unknown'
  readonly members: readonly EtcdMemberLive[]
}

/** A member of etcd. */
export interface EtcdMemberLive {
  /** As text, since it has 64 bits. */
  readonly id: string
  readonly name: string
  readonly learner: boolean
  readonly healthy: boolean
}

/** The Kubernetes API, as far as it answers. */
export type KubernetesLive =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | KubernetesAnswers

/** A Kubernetes API that answers. */
export interface KubernetesAnswers {
  readonly kind: 'answers'
  readonly nodes: readonly KubernetesNodeLive[]
  /** Virtual addresses at which it does not answer; absent when it answers at all of them. */
  readonly silentAt?: readonly string[]
  /** How it stands against the manifests of the file. */
  readonly manifests: ManifestState
  /** What is not ready of what every cluster has, such as its DNS; absent when all is, or nothing can be. */
  readonly unready?: readonly string[]
}

/** An object that is not as a manifest of the file says. */
export type ManifestDifference = ManifestState['differences'][number]

/** A node as Kubernetes sees it. */
export interface KubernetesNodeLive {
  readonly name: string
  readonly ready: boolean
  /** Why it is not ready, in the words of the kubelet. */
  readonly reason?: string
  readonly schedulable: boolean
  /** A run cordoned it and has not come to its end. */
  readonly cordonedByTalmox?: true
  readonly version: string
  /** The version of Talos that its kubelet tells of. */
  readonly talos?: string
}

/** What the cluster's home remembers. */
export interface HomeLive {
  readonly secrets: 'present' | 'missing'
  /** The contract that machine configs of this cluster keep to; absent before the first run. */
  readonly contract?: string
  /** Where etcd was begun, or was about to be. */
  readonly bootstrapped?: {
    readonly machine: string
    readonly at: string
    /** When it was first seen healthy; nothing for one that may never have heard of it. */
    readonly healthyAt?: string | undefined
  }
  /** Where the Kubernetes API is, when the file does not say and it was learnt from DHCP. */
  readonly learntEndpoint?: string
  /** Whether talosconfig and kubeconfig are there and still fit. */
  readonly clientConfigs: 'present' | 'missing'
}
