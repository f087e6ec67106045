import { createParameters, type Source } from '../../proxmox/hardware/create-parameters.ts'
import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Machine } from '../../resolve/desired.ts'
import { UserError } from '../../user-error.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import type { Telling, Tools } from '../tools.ts'
import { adoptVolumes } from './adopt-volumes.ts'
import { beginVm } from './begin-vm.ts'
import { bringHardware } from './bring-hardware.ts'
import { cloneVm } from './clone-vm.ts'
import { findVm } from './find-vm.ts'
import { requireImage } from './image-of.ts'
import { taskOptions } from './task-options.ts'
import { destroyVm } from './vm-delete.ts'
import { releaseOf, wantedOf } from './wanted.ts'
import { wasMade } from './was-made.ts'

/** Makes a virtual machine, or goes on where an earlier run was cut off. */
export const vmCreate: Handler<'vm.create'> = {
  minutes: 60,
  done: async () => false,
  run: async ({ machine: name }, tools, telling) => {
    const machine = machineNamed(tools, name)
    const found = await findVm(tools, machine)
    const isLeftover = found !== undefined && mustBeMadeAnew(found, machine)
    if (isLeftover) {
      telling.progress('removes what a run that was cut off has left')
      await adoptVolumes(tools, telling, found)
      await destroyVm(tools, telling, found)
    }
    if (found === undefined || isLeftover) await make(tools, telling, machine)
    await bringHardware(tools, telling, machine)
    await tools.home.forgetBegun(machine.vmid)
  },
}

const DATA = /^(?:(?:scsi|virtio|sata|ide)\d+|unused\d+)$/

/** Without its boot disk a machine is nothing, unless there is another disk that somebody might miss. */
function mustBeMadeAnew({ unfinished, config, vmid }: ObservedVm, machine: Machine): boolean {
  if (unfinished?.known === 'begun') return true
  const lacksDisk = unfinished?.missing.some((what) => what.startsWith('disk')) ?? false
  if (!lacksDisk) return false
  const disks = Object.entries(config).filter(([key, text]) => DATA.test(key) && !text.includes('media=cdrom'))
  if (disks.length === 0) return true
  throw new UserError(
    'vm-without-boot-disk',
    `VM ${vmid} of ${machine.name} has no boot disk, but ${disks.map(([key]) => key).join(', ')}`,
    {
      hint: 'attach its boot disk again, or remove the VM by hand when its disks are not needed',
    },
  )
}

async function make(tools: Tools, telling: Telling, machine: Machine): Promise<void> {
  if (machine.image.source.mode === 'template') return await cloneVm(tools, telling, machine)
  const { proxmox, desired } = tools
  const image = await requireImage(tools, machine)
  const source: Source = { mode: image.content, volid: image.volid }
  const place = { node: machine.host ?? '', pool: desired.proxmox.pool }
  const [wanted, release] = [await wantedOf(tools, machine), await releaseOf(tools)]
  const parameters = createParameters(wanted, place, source, release)
  const work = { node: place.node, type: 'qmcreate', id: String(machine.vmid) }
  await beginVm(tools, { wanted, host: place.node, release }, () =>
    performTask(proxmox, (options) => proxmox.post('/nodes/{node}/qemu', parameters, options), {
      ...taskOptions(telling),
      reread: () => wasMade(tools, telling, machine, work),
    }),
  )
}
