import type { Command } from '../command.ts'
import { show } from './show.ts'
import { validate } from './validate.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [validate, show]
