import { expected, readRecord, readText } from './decode.ts'
import { tablesFor } from './hardware/tables-for.ts'
import type { Release } from './tables/types.ts'

/** The release of a Proxmox as it tells it. */
export interface ProxmoxRelease {
  /** In full, such as `9.2.11`. */
  readonly version: string
  readonly number: readonly [major: number, minor: number]
  /** Whose tables fit it: those of the nearest release that is known. */
  readonly major: Release
}

/** Reads the answer to the question for the version. */
export function releaseOf(answer: unknown): ProxmoxRelease {
  const version = expected(readText(readRecord(answer)?.version), 'a version', answer)
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number)
  return { version, number: [major, minor], major: tablesFor(version) }
}
