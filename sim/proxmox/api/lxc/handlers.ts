import type { RestHandlers } from '../../call.ts'
import { containerHandlers } from './containers.ts'
import { containerCreateHandlers } from './create.ts'
import { unchangedContainerHandlers } from './unchanged.ts'

/** Containers, as far as tools for virtual machines meet them. */
export const lxcHandlers: RestHandlers = {
  ...containerCreateHandlers,
  ...containerHandlers,
  ...unchangedContainerHandlers,
}
