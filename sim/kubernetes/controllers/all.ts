import type { Controller } from './controller.ts'
import { customResourceController } from './custom-resource.ts'

/** The control plane, in the order in which its parts look. */
export const CONTROLLERS: readonly Controller[] = [customResourceController]
