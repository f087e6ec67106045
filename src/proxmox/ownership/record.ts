/** What talmox writes down in a VM's notes, so that it knows its machines without a state file. */
export interface OwnershipRecord {
  readonly cluster: string
  /** Pool of the cluster file, not of Proxmox. */
  readonly pool: string
  readonly index: number
  /** The machine's name when it was made. */
  readonly node: string
  /** The Talos contract that it was made for, such as `v1.13`. */
  readonly contract: string
  /** Id of the schematic whose image it was made from. */
  readonly schematic: string
  /** The talmox that wrote this. */
  readonly talmox: string
  /** Proxmox keys that talmox decided, so that a setting taken out of the file is taken out of the VM. */
  readonly keys: readonly string[]
}
