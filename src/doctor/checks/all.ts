import type { Check } from '../check.ts'
import { addresses } from './addresses.ts'
import { bridges } from './bridges.ts'
import { capacity } from './capacity.ts'
import { clock } from './clock.ts'
import { connection } from './connection.ts'
import { devices } from './devices.ts'
import { extensions } from './extensions.ts'
import { factory } from './factory.ts'
import { hosts } from './hosts.ts'
import { locks } from './locks.ts'
import { macs } from './macs.ts'
import { names } from './names.ts'
import { permissions } from './permissions.ts'
import { space } from './space.ts'
import { storages } from './storages.ts'
import { templates } from './templates.ts'
import { version } from './version.ts'
import { vmids } from './vmids.ts'
import { vnets } from './vnets.ts'

/** Without what this check looks at, no other can look at anything. */
export const first: Check = connection

/** All other checks, in the order of the report. */
export const checks: readonly Check[] = [
  version,
  clock,
  permissions,
  hosts,
  storages,
  space,
  bridges,
  vnets,
  devices,
  factory,
  extensions,
  templates,
  capacity,
  vmids,
  names,
  macs,
  addresses,
  locks,
]
