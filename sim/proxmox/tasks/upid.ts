/** The parts of a task's identifier. */
export interface Upid {
  readonly node: string
  readonly pid: number
  readonly pstart: number
  readonly starttime: number
  readonly type: string
  readonly id: string
  readonly user: string
}

const UPID =
  /^UPID:([a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?):([0-9A-Fa-f]{8}):([0-9A-Fa-f]{8,9}):([0-9A-Fa-f]{8}):([^:\s/]+):([^:\s/]*):([^:\s/]+):$/

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** Writes a task's identifier; characters that would break it are escaped in its `id`. */
export function writeUpid({ node, pid, pstart, starttime, type, id, user }: Upid): string {
  const escaped = id.replace(/[:\s/\\]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `UPID:${node}:${hex(pid)}:${hex(pstart)}:${hex(starttime)}:${type}:${escaped}:${user}:`
}

/** Reads a task's identifier; undefined when it is none. */
export function readUpid(text: string): Upid | undefined {
  const [, node, pid = '', pstart = '', starttime = '', type, id, user] = UPID.exec(text) ?? []
  if (node === undefined || type === undefined || id === undefined || user === undefined) return undefined
  const number = (value: string) => Number.parseInt(value, 16)
  return {
    node,
    pid: number(pid),
    pstart: number(pstart),
    starttime: number(starttime),
    type,
    id: id.replace(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    user,
  }
}
