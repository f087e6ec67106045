/** Where a client says what it does; never told a secret. */
export interface Log {
  readonly debug: (line: string) => void
  readonly warn: (line: string) => void
}

/** A log that keeps nothing. */
export const silentLog: Log = { debug: () => undefined, warn: () => undefined }
