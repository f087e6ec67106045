/** What separates a VM from what it should be, and the way there; everything empty when it is right. */
export interface HardwareDifference {
  /** One entry for each key that differs, in the order of keys. */
  readonly changes: readonly HardwareChange[]
  /** Keys for one update call, values as Proxmox takes them. */
  readonly set: Readonly<Record<string, string>>
  /** Keys that the same call removes; a removed disk stays with the VM as unused. */
  readonly delete: readonly string[]
  /** Disks that grow, after the update. */
  readonly resize: readonly Resize[]
  /** Disks that go to another storage, after the update. */
  readonly move: readonly Move[]
  /** Keys that take effect only once the VM was off; empty when it is off. */
  readonly restart: readonly string[]
  /** Why only a new VM helps; such a difference is not brought nearer by the update. */
  readonly replace: readonly string[]
  /** What somebody else attached where a device of ours belongs; a person has to make room. */
  readonly blocked: readonly string[]
}

/** A disk that goes to another storage. */
export interface Move {
  readonly disk: string
  readonly from: string
  readonly to: string
}

/** A disk that grows; sizes in bytes. */
export interface Resize {
  readonly disk: string
  readonly from: number
  readonly to: number
}

/** One difference. */
export interface HardwareChange {
  readonly key: string
  readonly kind: 'set' | 'add' | 'remove' | 'resize' | 'move' | 'waiting' | 'replace' | 'blocked'
  /** For people: `memory 8 GiB → 16 GiB`. */
  readonly phrase: string
  /** Whether it takes effect only once the VM was off. */
  readonly restart: boolean
}
