import type { FaultKind } from './kind.ts'
import { delay } from './kinds/delay.ts'
import { dropConnection } from './kinds/drop-connection.ts'
import { fillStorage } from './kinds/fill-storage.ts'
import { guestCrash } from './kinds/guest-crash.ts'
import { hostDownFault, hostUpFault } from './kinds/host-power.ts'
import { htmlPage } from './kinds/html-page.ts'
import { killTask } from './kinds/kill-task.ts'
import { lockTimeout } from './kinds/lock-timeout.ts'
import { status } from './kinds/status.ts'
import { truncatedJson } from './kinds/truncated-json.ts'

/** Every kind of fault, by the name that rules use. */
export const faultKinds: Readonly<Record<string, FaultKind>> = {
  'lock-timeout': lockTimeout,
  'drop-connection': dropConnection,
  status,
  delay,
  'kill-task': killTask,
  'fill-storage': fillStorage,
  'host-down': hostDownFault,
  'host-up': hostUpFault,
  'html-page': htmlPage,
  'truncated-json': truncatedJson,
  'guest-crash': guestCrash,
}
