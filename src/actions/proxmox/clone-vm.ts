import { cloneParameters } from '../../proxmox/hardware/create-parameters.ts'
import { findTemplate } from '../../proxmox/images/ensure-template.ts'
import type { Template } from '../../proxmox/images/template-for.ts'
import type { Work } from '../../proxmox/tasks/join-task.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Machine } from '../../resolve/desired.ts'
import { UserError } from '../../user-error.ts'
import type { Telling, Tools } from '../tools.ts'
import { beginVm } from './begin-vm.ts'
import { taskOptions } from './task-options.ts'
import { templateOf } from './template-of.ts'
import { releaseOf, wantedOf } from './wanted.ts'
import { wasMade } from './was-made.ts'

/** Clones a machine from its template; what it differs in from the template is set afterwards. */
export async function cloneVm(tools: Tools, telling: Telling, machine: Machine): Promise<void> {
  const { source } = machine.image
  if (source.mode !== 'template') throw new Error(`${machine.name} is not cloned from a template`)
  const template = await requireTemplate(tools, machine)
  const cloning = {
    node: template.node,
    template: template.vmid,
    full: source.clone === 'full',
    storage: machine.storage.disks,
    target: machine.host,
    pool: tools.desired.proxmox.pool,
  }
  const [vm, release] = [await wantedOf(tools, machine), await releaseOf(tools)]
  const parameters = cloneParameters(vm, cloning, release)
  const { proxmox } = tools
  // A clone goes to its own host only when it is whole.
  await beginVm(tools, { wanted: vm, host: template.node, release }, () =>
    performTask(proxmox, (options) => proxmox.post('/nodes/{node}/qemu/{vmid}/clone', parameters, options), {
      ...taskOptions(telling),
      reread: () => wasMade(tools, telling, machine, cloneOf(template)),
    }),
  )
}

/** The task that clones a machine, whichever run began it. */
export const cloningOf = async (tools: Tools, machine: Machine): Promise<Work> =>
  cloneOf(await requireTemplate(tools, machine))

const cloneOf = ({ node, vmid }: Template): Work => ({ node, type: 'qmclone', id: String(vmid) })

async function requireTemplate(tools: Tools, machine: Machine): Promise<Template> {
  const wanted = await templateOf(tools, machine)
  const template = await findTemplate(tools.proxmox, wanted)
  if (template !== undefined) return template
  throw new UserError('template-missing', `${wanted.host} has no template ${wanted.name} for ${machine.name}`, {
    hint: 'make it, correct `image.template`, or set `image.template.prepare: true` to have it made',
  })
}
