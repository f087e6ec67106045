/** A place in the cluster file: object keys and list indexes from the root. */
export type Path = readonly (string | number)[]

/** How bad a problem is: an error stops every command, a warning is shown. */
export type Severity = 'error' | 'warning'

/** A stretch of text: lines and columns count from 1, columns count code points, the end is just past the last one. */
export interface Range {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** A range in a file, with the part of its first line that is worth showing. */
export interface Place extends Range {
  readonly file: string
  /** The first line around the range; `…` stands where a long line was cut. */
  readonly shown: { readonly before: string; readonly marked: string; readonly after: string }
}

/** One thing that is wrong with the cluster file, or with a file that it names. */
export interface Problem {
  /** Stable name of the rule that found it, for programs and tests. */
  readonly code: string
  readonly severity: Severity
  readonly path: Path
  /** What the path points at: the value by default, or the key itself (an unknown key). */
  readonly on?: 'key' | 'value'
  readonly message: string
  readonly hint?: string
  /** Further lines, such as a small table, that are shown below. */
  readonly details?: readonly string[]
  /** Where it is, when the path cannot say it: broken YAML, a second key of the same name, a patch file. */
  readonly at?: Place
}

/** A problem whose place in a file is known: what the renderers take. */
export type Located = Problem & { readonly at: Place }

/** Formats a path the way a person would write it: `workers.gpu.disks[0].size`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    const plain = /^[A-Za-z_][\w-]*$/.test(part)
    if (!plain) return `${text}[${JSON.stringify(part)}]`
    return text === '' ? part : `${text}.${part}`
  }, '')
}
