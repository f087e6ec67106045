import type { Handlers, RestHandlers } from '../../call.ts'
import { sdnApplyHandlers } from './apply.ts'
import { sdnSubnetHandlers } from './subnets.ts'
import { sdnVnetHandlers } from './vnets.ts'
import { sdnZoneHandlers } from './zones.ts'

/** Software-defined networks. */
export const sdnHandlers: Handlers & RestHandlers = {
  ...sdnApplyHandlers,
  ...sdnSubnetHandlers,
  ...sdnVnetHandlers,
  ...sdnZoneHandlers,
}
