import type { Handlers } from '../../call.ts'
import { haGroupHandlers } from './groups.ts'
import { haMotionHandlers } from './motion.ts'
import { haResourceHandlers } from './resources.ts'
import { haRuleHandlers } from './rules.ts'
import { haStatusHandlers } from './status.ts'

/** High availability. */
export const haHandlers: Handlers = {
  ...haGroupHandlers,
  ...haMotionHandlers,
  ...haResourceHandlers,
  ...haRuleHandlers,
  ...haStatusHandlers,
}
