import type { Handlers, RestHandlers } from '../../call.ts'
import { agentCommandHandlers, agentHandlers } from './agent/commands.ts'
import { execHandlers } from './agent/exec.ts'
import { agentFileHandlers } from './agent/files.ts'
import { cloneHandlers } from './clone.ts'
import { cloudInitHandlers } from './cloudinit/cloudinit.ts'
import { configHandlers } from './config/read.ts'
import { createHandlers } from './create.ts'
import { destroyHandlers } from './destroy.ts'
import { featureHandlers } from './feature.ts'
import { listingHandlers } from './listings.ts'
import { migrateHandlers } from './migrate/migrate.ts'
import { monitorHandlers } from './monitor.ts'
import { moveHandlers } from './move-disk.ts'
import { resizeHandlers } from './resize.ts'
import { snapshotHandlers } from './snapshot/snapshots.ts'
import { statusHandlers } from './status/current.ts'
import { powerHandlers } from './status/power.ts'
import { suspendHandlers } from './status/suspend.ts'
import { templateHandlers } from './template.ts'
import { updateHandlers } from './update/update.ts'

/** Everything about virtual machines. */
export const qemuHandlers: Handlers & RestHandlers = {
  ...agentCommandHandlers,
  ...agentFileHandlers,
  ...agentHandlers,
  ...cloneHandlers,
  ...cloudInitHandlers,
  ...configHandlers,
  ...createHandlers,
  ...destroyHandlers,
  ...execHandlers,
  ...featureHandlers,
  ...listingHandlers,
  ...migrateHandlers,
  ...monitorHandlers,
  ...moveHandlers,
  ...powerHandlers,
  ...resizeHandlers,
  ...snapshotHandlers,
  ...statusHandlers,
  ...suspendHandlers,
  ...templateHandlers,
  ...updateHandlers,
}
