/** Keys and values of a guest's configuration, as its file holds them. */
export type VmConfig = Record<string, string>

/** A saved state of the configuration and disks. */
export interface Snapshot {
  readonly name: string
  parent?: string
  /** Seconds since the epoch. */
  readonly time: number
  description?: string
  config: VmConfig
  /** What is being done to it; absent once it is complete. */
  state?: 'prepare' | 'delete'
  /** The volume that holds the memory of the running guest. */
  vmstate?: string
}

/** How the settings differ from what is on the cloud-init drive. */
export interface CloudInitChanges {
  /** Values on the drive of keys that have changed or gone since. */
  readonly old: VmConfig
  /** Keys that the drive knows nothing of. */
  readonly added: readonly string[]
}

/** What a guest has only while it runs. */
export interface VmRun {
  readonly pid: number
  /** Simulated milliseconds since the epoch. */
  readonly since: number
  /** What QEMU says of it. */
  status: string
  /** The configuration it was started with. */
  readonly config: VmConfig
  /** The machine type it runs with. */
  readonly machine?: string
}

/** A guest: a virtual machine or a container. */
export interface Vm {
  readonly vmid: number
  readonly kind: 'qemu' | 'lxc'
  node: string
  config: VmConfig
  /** Changes that wait for the next start. */
  pending: VmConfig
  /** Keys that the next start removes; true removes what they name as well. */
  pendingDelete: Record<string, boolean>
  snapshots: Snapshot[]
  /** Cloud-init settings as the drive has them, where they have changed since it was written. */
  cloudInit?: CloudInitChanges
  /** The snapshot that the current state descends from. */
  parent?: string
  run?: VmRun
}
