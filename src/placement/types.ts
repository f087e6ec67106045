/** A machine as placement sees it: what it needs and where it must or already does live. */
export interface PlacementMachine {
  readonly name: string
  readonly role: 'controlplane' | 'worker'
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

/** A Proxmox host as placement sees it; an absent number means unknown, hence unlimited. */
export interface PlacementHost {
  readonly name: string
  readonly cpu?: number
  readonly memory?: number
  /** Free bytes per storage; an absent storage does not exist on this host, when any storage is listed. */
  readonly storages?: Readonly<Record<string, { readonly free?: number; readonly shared?: boolean }>>
  /** How many machines can take each device; when present, a device that is not listed is not here. */
  readonly devices?: Readonly<Record<string, number>>
}

/** What the file says about placement. */
export interface PlacementPolicy {
  readonly strategy: 'spread' | 'pack' | 'pin'
  /** Kept free on every host. */
  readonly reserve: { readonly cpu: number; readonly memory: number }
  /** Virtual CPUs per physical one. */
  readonly cpuOvercommit: number
  readonly maxPerHost: { readonly controlPlane?: number; readonly worker?: number; readonly total?: number }
  /** What one dying host may take with it. */
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
  readonly storages: Readonly<Record<string, { readonly used: number; readonly limit?: number }>>
}

/** Why a machine found no place: which constraint, on which host, how much was missing, what would help. */
export interface PlacementFailure {
  readonly machine: string
  readonly constraint: 'pin' | 'cpu' | 'memory' | 'storage' | 'device' | 'max-per-host' | 'host-loss' | 'no-hosts'
  readonly message: string
  readonly hint: string
  /** Per host: what was needed, what was free, how much it was short by. */
  readonly hosts: readonly {
    readonly host: string
    readonly constraint: string
    readonly needed: number
    readonly free: number
  }[]
}

/** The outcome: decisions for the machines that found a place, failures for the others. */
export interface Placement {
  readonly decisions: readonly Decision[]
  readonly failures: readonly PlacementFailure[]
  readonly usage: readonly HostUsage[]
}
