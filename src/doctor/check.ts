import type { Finding } from './finding.ts'
import type { Patient } from './patient.ts'

/** Something that must hold before a cluster is built. */
export interface Check {
  /** One or two words, as the report calls it. */
  readonly name: string
  /** One line for the docs. */
  readonly about: string
  readonly run: (patient: Patient) => Promise<readonly Finding[]>
}
