import type { Command } from '../command.ts'
import { completion } from './completion.ts'
import { doctor } from './doctor.ts'
import { init } from './init.ts'
import { render } from './render.ts'
import { role } from './role.ts'
import { schema } from './schema.ts'
import { show } from './show.ts'
import { sim } from './sim.ts'
import { validate } from './validate.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [init, validate, show, render, doctor, role, sim, schema, completion]
