import type { Handlers } from '../../call.ts'
import { backupCoverageHandlers } from './coverage.ts'
import { backupDefaultHandlers } from './defaults.ts'
import { backupJobHandlers } from './jobs.ts'
import { vzdumpHandlers } from './vzdump.ts'

/** Backups, at once and by schedule. */
export const backupHandlers: Handlers = {
  ...backupCoverageHandlers,
  ...backupDefaultHandlers,
  ...backupJobHandlers,
  ...vzdumpHandlers,
}
