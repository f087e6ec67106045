import type { Command } from '../command.ts'
import { completion } from './completion.ts'
import { destroy } from './destroy.ts'
import { doctor } from './doctor.ts'
import { history } from './history.ts'
import { images } from './images.ts'
import { init } from './init.ts'
import { kubeconfig } from './kubeconfig.ts'
import { outputs } from './outputs.ts'
import { planCommand } from './plan.ts'
import { render } from './render.ts'
import { role } from './role.ts'
import { schema } from './schema.ts'
import { show } from './show.ts'
import { sim } from './sim.ts'
import { status } from './status.ts'
import { talosconfig } from './talosconfig.ts'
import { up } from './up.ts'
import { validate } from './validate.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  planCommand,
  up,
  destroy,
  status,
  outputs,
  kubeconfig,
  talosconfig,
  history,
  init,
  validate,
  show,
  render,
  doctor,
  role,
  images,
  sim,
  schema,
  completion,
]
