/** The two kinds of machine. */
export type Role = 'controlplane' | 'worker'

/** A machine as placement sees it: what it needs and where it must or already does live. */
export interface PlacementMachine {
  readonly name: string
  readonly role: Role
  readonly pool: string
  /** Position within its pool, from 1. */
  readonly index: number
  /** Virtual CPUs (sockets × cores). */
  readonly cpu: number
  /** Bytes of memory. */
  readonly memory: number
  /** Bytes on each storage, by host where hosts use different storages, else under `'*'`. */
  readonly storage: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Devices it takes for itself: names of PCI mappings, or addresses such as `0000:28:00.0`. */
  readonly devices: readonly string[]
  /** The host the file asks for. */
  readonly pin?: string
  /** The host it already lives on: a fact that placement never changes. */
  readonly placed?: string
}

/**
 * A Proxmox host as placement sees it; an absent number means unknown, hence unlimited.
 * Machines that are `placed` count against every number here, so each one must include what they already use.
 */
export interface PlacementHost {
  readonly name: string
  /** CPUs as Proxmox counts them (threads); no machine may have more, since Proxmox would not start it. */
  readonly cpu?: number
  /** Bytes of memory. */
  readonly memory?: number
  /**
   * Bytes that the cluster's machines may use per storage: what is free now plus what the placed ones hold.
   * A storage that is absent does not exist on this host, when any storage is listed. A shared one is the same
   * storage on every host that has it under this name; where hosts disagree about its size the smallest counts.
   */
  readonly storages?: Readonly<Record<string, { readonly free?: number; readonly shared?: boolean }>>
  /** How many machines can take each device; when present, a device that is not listed is not here. */
  readonly devices?: Readonly<Record<string, number>>
}

/** What the file says about placement. */
export interface PlacementPolicy {
  readonly strategy: 'spread' | 'pack' | 'pin'
  /** Kept free on every host: CPUs after overcommit, bytes of memory. */
  readonly reserve: { readonly cpu: number; readonly memory: number }
  /** Virtual CPUs per physical one. */
  readonly cpuOvercommit: number
  readonly maxPerHost: { readonly controlPlane?: number; readonly worker?: number; readonly total?: number }
  /** What one dying host may take with it: so many control planes, so many percent of all workers (rounded down). */
  readonly hostLoss: { readonly controlPlanes?: number; readonly workersPercent?: number }
}

/** Where a machine goes, and why, in words. */
export interface Decision {
  readonly machine: string
  readonly host: string
  readonly reason: string
}

/** How much of a host the decisions use; an absent limit is unknown. */
export interface HostUsage {
  readonly host: string
  readonly machines: number
  readonly cpu: { readonly used: number; readonly limit?: number }
  readonly memory: { readonly used: number; readonly limit?: number }
  /** A shared storage shows what all hosts together use of it. */
  readonly storages: Readonly<Record<string, { readonly used: number; readonly limit?: number }>>
}

/** What a host can run out of. */
export type Limit = 'cpu' | 'memory' | 'storage' | 'device' | 'max-per-host' | 'host-loss'

/** What can keep a machine from every host. */
export type Constraint = Limit | 'pin' | 'no-hosts'

/** One thing a host lacks for a machine: CPUs, bytes, devices, or machines it may still take. */
export interface Shortage {
  readonly host: string
  readonly constraint: Limit
  /** The storage, the device, or the kind of machine that is counted, where the constraint alone does not say. */
  readonly resource?: string
  /** The host has no such storage or device at all. */
  readonly absent?: true
  readonly needed: number
  /** What the cluster may use of it in all. */
  readonly limit: number
  readonly free: number
  /** What is missing: needed − free. */
  readonly short: number
}

/** Why a machine found no place: which constraint, on which host, how much was missing, what would help. */
export interface PlacementFailure {
  readonly machine: string
  readonly constraint: Constraint
  readonly message: string
  readonly hint: string
  /** Everything that is short, host by host in the order given; empty where no host was weighed. */
  readonly hosts: readonly Shortage[]
}

/** The outcome: decisions for the machines that found a place, failures for the others, both in the order given. */
export interface Placement {
  readonly decisions: readonly Decision[]
  readonly failures: readonly PlacementFailure[]
  readonly usage: readonly HostUsage[]
}
