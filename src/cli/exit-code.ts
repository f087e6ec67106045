/** What talmox ends with; programs that call it may rely on these numbers. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  /** There is something to do; only where a command is asked to say so. */
  changes: 2,
  invalidSpec: 3,
  preflight: 4,
  interrupted: 130,
} as const

/** One of the numbers talmox ends with. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
