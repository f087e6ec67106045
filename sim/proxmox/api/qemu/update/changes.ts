import { randomUUID } from 'node:crypto'
import type { VmConfig } from '../../../../world/vm.ts'

/** What is to change in a configuration. */
export interface Changes {
  readonly settings: VmConfig
  readonly remove: readonly string[]
  readonly revert: readonly string[]
  /** Volumes of removed drives go as well. */
  readonly force: boolean
  /** The request as a task log repeats it. */
  readonly words: string
}

/** A generation identifier as it is kept: a bare 1 asks for a new one. */
export const newUuidFor = (text: string): string => (text === '1' ? randomUUID() : text)
