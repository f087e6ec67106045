import { isProxmoxError } from '../../proxmox/client/error.ts'
import { createParameters, type Source } from '../../proxmox/hardware/create-parameters.ts'
import { dataDisks } from '../../proxmox/hardware/data-disks.ts'
import { resizeParameters } from '../../proxmox/hardware/update-parameters.ts'
import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import type { Work } from '../../proxmox/tasks/join-task.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Machine } from '../../resolve/desired.ts'
import { UserError } from '../../user-error.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import type { Telling, Tools } from '../tools.ts'
import { adoptVolumes } from './adopt-volumes.ts'
import { beginVm } from './begin-vm.ts'
import { bringHardware, grow } from './bring-hardware.ts'
import { cloneVm, cloningOf } from './clone-vm.ts'
import { findVm } from './find-vm.ts'
import { requireImage } from './image-of.ts'
import { taskOptions } from './task-options.ts'
import { destroyVm } from './vm-delete.ts'
import { releaseOf, wantedOf } from './wanted.ts'
import { findUnlessMaking, wasMade } from './was-made.ts'

/** Makes a virtual machine, or goes on where an earlier run was cut off. */
export const vmCreate: Handler<'vm.create'> = {
  minutes: 60,
  done: async () => false,
  run: async ({ machine: name, unfinished = false }, tools, telling) => {
    const machine = machineNamed(tools, name)
    if (unfinished || !(await makeNew(tools, telling, machine))) await finish(tools, telling, machine)
    else tools.made.set(machine.vmid, tools.clock.now())
    await tools.home.forgetBegun(machine.vmid)
  },
}

/** What is there of a machine, once the task of an earlier run that still makes it has come to its end. */
async function findSettled(tools: Tools, telling: Telling, machine: Machine): Promise<ObservedVm | undefined> {
  const found = await findUnlessMaking(tools, machine)
  if (found !== 'making') return found
  const isCloned = machine.image.source.mode === 'template'
  await wasMade(tools, telling, machine, isCloned ? await cloningOf(tools, machine) : creationOf(machine))
  return await findVm(tools, machine)
}

const creationOf = ({ host = '', vmid }: Machine): Work => ({ node: host, type: 'qmcreate', id: String(vmid) })

/** Makes a machine where the plan saw none; Proxmox itself refuses where there is one by now. */
async function makeNew(tools: Tools, telling: Telling, machine: Machine): Promise<boolean> {
  try {
    await make(tools, telling, machine)
  } catch (error) {
    if (isProxmoxError(error, 'proxmox-exists')) return false
    throw error
  }
  return machine.image.source.mode !== 'template' && (await growBootDisk(tools, telling, machine))
}

/** A machine is made as it was asked for, but for a boot disk that is as large as its image. */
async function growBootDisk(tools: Tools, telling: Telling, machine: Machine): Promise<boolean> {
  if (machine.image.source.mode === 'iso') return true
  const [{ bootDisk }, release] = [await wantedOf(tools, machine), await releaseOf(tools)]
  const size = { disk: bootDisk, from: 0, to: machine.vm.disk.size }
  try {
    await grow(tools, telling, resizeParameters(size, { host: machine.host ?? '', vmid: machine.vmid }, release))
    return true
  } catch (error) {
    // Why it cannot is seen by a look at the machine.
    if (isProxmoxError(error)) return false
    throw error
  }
}

/** Goes on with a machine that is there, whatever it still lacks. */
async function finish(tools: Tools, telling: Telling, machine: Machine): Promise<void> {
  const found = await findSettled(tools, telling, machine)
  const isLeftover = found !== undefined && mustBeMadeAnew(found, machine)
  if (isLeftover) {
    telling.progress('removes what a run that was cut off has left')
    await adoptVolumes(tools, telling, found)
    await destroyVm(tools, telling, found)
  }
  if (found === undefined || isLeftover) await makeOrTellWhoIsThere(tools, telling, machine)
  await bringHardware(tools, telling, machine)
}

/** Without its boot disk a machine is nothing, unless there is another disk that somebody might miss. */
function mustBeMadeAnew({ unfinished, config, vmid }: ObservedVm, machine: Machine): boolean {
  if (unfinished?.known === 'begun') return true
  const lacksDisk = unfinished?.missing.some((what) => what.startsWith('disk')) ?? false
  if (!lacksDisk) return false
  const disks = dataDisks(config)
  if (disks.length === 0) return true
  throw new UserError(
    'vm-without-boot-disk',
    `VM ${vmid} of ${machine.name} has no boot disk, but ${disks.join(', ')}`,
    {
      hint: 'attach its boot disk again, or remove the VM by hand when its disks are not needed',
    },
  )
}

/** Proxmox reserves no VMID: who took it after we looked is found out, and named. */
async function makeOrTellWhoIsThere(tools: Tools, telling: Telling, machine: Machine): Promise<void> {
  try {
    await make(tools, telling, machine)
  } catch (error) {
    if (isProxmoxError(error, 'proxmox-exists')) await findVm(tools, machine)
    throw error
  }
}

async function make(tools: Tools, telling: Telling, machine: Machine): Promise<void> {
  if (machine.image.source.mode === 'template') return await cloneVm(tools, telling, machine)
  const { proxmox, desired } = tools
  const image = await requireImage(tools, machine)
  const source: Source = { mode: image.content, volid: image.volid }
  const place = { node: machine.host ?? '', pool: desired.proxmox.pool }
  const [wanted, release] = [await wantedOf(tools, machine), await releaseOf(tools)]
  const parameters = createParameters(wanted, place, source, release)
  await beginVm(tools, { wanted, host: place.node, release }, () =>
    performTask(proxmox, (options) => proxmox.post('/nodes/{node}/qemu', parameters, options), {
      ...taskOptions(telling),
      reread: () => wasMade(tools, telling, machine, creationOf(machine)),
    }),
  )
}
