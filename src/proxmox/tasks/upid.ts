/** What the name of a task tells. */
export interface UpidParts {
  readonly node: string
  readonly pid: number
  /** When the worker started, in the kernel's ticks: tells two workers with the same process id apart. */
  readonly pstart: number
  /** Seconds since the epoch. */
  readonly starttime: number
  /** Such as `qmcreate`. */
  readonly type: string
  /** What it works on, mostly a VMID; a clone names its source. */
  readonly id: string
  /** The user, with `!NAME` for a token. */
  readonly user: string
}

/** The name of a task, by which it can be found again after a crash. */
export interface Upid extends UpidParts {
  readonly text: string
}

const UPID =
  /^UPID:(?<node>[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?):(?<pid>[0-9A-Fa-f]{8}):(?<pstart>[0-9A-Fa-f]{8,9}):(?<starttime>[0-9A-Fa-f]{8}):(?<type>[^:\s/]+):(?<id>[^:\s/]*):(?<user>[^:\s/]+):$/

/** Reads the name of a task; undefined when it is none. */
export function parseUpid(text: string): Upid | undefined {
  const groups = UPID.exec(text)?.groups
  if (groups === undefined) return undefined
  const { node = '', pid = '', pstart = '', starttime = '', type = '', id = '', user = '' } = groups
  const hex = (digits: string) => Number.parseInt(digits, 16)
  return { text, node, pid: hex(pid), pstart: hex(pstart), starttime: hex(starttime), type, id, user }
}

/** Writes the name of a task as Proxmox does. */
export function formatUpid({ node, pid, pstart, starttime, type, id, user }: UpidParts): string {
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
  return `UPID:${node}:${hex(pid)}:${hex(pstart)}:${hex(starttime)}:${type}:${id}:${user}:`
}
