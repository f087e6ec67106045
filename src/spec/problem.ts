/** A place in the cluster file: object keys and list indexes from the root. */
export type Path = readonly (string | number)[]

/** How bad a problem is: an error stops every command, a warning is shown. */
export type Severity = 'error' | 'warning'

/** One thing that is wrong with the cluster file, before its place in the text is known. */
export interface Problem {
  /** Stable name of the rule that found it, for programs and tests. */
  readonly code: string
  readonly severity: Severity
  readonly path: Path
  /** What the path points at: the value by default, or the key itself (an unknown key). */
  readonly on?: 'key' | 'value'
  readonly message: string
  readonly hint?: string
}

/** Formats a path the way a person would write it: `workers.gpu.disks[0].size`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    const plain = /^[A-Za-z_][\w-]*$/.test(part)
    if (!plain) return `${text}[${JSON.stringify(part)}]`
    return text === '' ? part : `${text}.${part}`
  }, '')
}
