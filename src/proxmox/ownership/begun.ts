/** A VM that a host was asked to make and that nobody has seen whole since; remembered before it is asked for. */
export interface Begun {
  readonly vmid: number
  readonly host: string
  /** When it was asked for. */
  readonly at: string
  /** The storages that its disks go to. */
  readonly storages: readonly string[]
  /** Volumes with its number that were on them before, and so are not its own. */
  readonly before: readonly string[]
}
