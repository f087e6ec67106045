/** A worker process that was started, with what is left of it. */
export interface Task {
  readonly upid: string
  readonly node: string
  readonly pid: number
  readonly pstart: number
  /** Seconds since the epoch. */
  readonly starttime: number
  readonly type: string
  readonly id: string
  /** Who started it: a user, or a user and a token. */
  readonly user: string
  /** Seconds since the epoch; absent while it runs. */
  endtime?: number
  /** How it ended: `OK`, `WARNINGS: n` or the error. */
  status?: string
  /** Its log, line by line, without the closing line. */
  log: string[]
}

/** A line of the cluster log. */
export interface LogEntry {
  readonly uid: number
  readonly time: number
  readonly node: string
  readonly pid: number
  readonly tag: string
  readonly pri: number
  readonly user: string
  readonly msg: string
}
