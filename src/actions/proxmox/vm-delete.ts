import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import { bringAbout } from '../../proxmox/tasks/bring-about.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Handler } from '../handler.ts'
import type { Telling, Tools } from '../tools.ts'
import { adoptVolumes } from './adopt-volumes.ts'
import { detachForeignDisks } from './detach-foreign-disks.ts'
import { findVm } from './find-vm.ts'
import { sameIdentity } from './same-identity.ts'
import { taskOptions } from './task-options.ts'

/** Destroys a machine with the disks that talmox made; disks that somebody else attached are taken off and kept. */
export const vmDelete: Handler<'vm.delete'> = {
  minutes: 10,
  done: async () => false,
  run: async (seat, tools, telling) => {
    // One that runs is not destroyed by Proxmox.
    const vm = sameIdentity(await findVm(tools, seat, 'stopped'), seat)
    if (vm === undefined) return
    if (vm.unfinished !== undefined) await adoptVolumes(tools, telling, vm)
    await destroyVm(tools, telling, vm)
    await tools.home.forgetBegun(vm.vmid)
  },
}

/** Destroys a virtual machine that is off, and everything in Proxmox that names it. */
export async function destroyVm(tools: Tools, telling: Telling, vm: ObservedVm): Promise<void> {
  await liftProtection(tools, telling, vm)
  await detachForeignDisks(tools, telling, vm)
  const { vmid, host } = vm
  const isGone = async () => (await findVm(tools, { vmid, host })) === undefined
  const parameters = { node: host, vmid, purge: true, 'destroy-unreferenced-disks': false }
  await bringAbout(
    tools.proxmox,
    (options) => tools.proxmox.delete('/nodes/{node}/qemu/{vmid}', parameters, options),
    isGone,
    taskOptions(telling),
  )
}

/** Protection that the file once asked for goes with the machine; what somebody else protected stays. */
async function liftProtection(
  tools: Tools,
  telling: Telling,
  { host, vmid, config, record }: ObservedVm,
): Promise<void> {
  if (config.protection !== '1' || record?.keys.includes('protection') !== true) return
  const parameters = { node: host, vmid, delete: 'protection' }
  await performTask(
    tools.proxmox,
    (options) => tools.proxmox.post('/nodes/{node}/qemu/{vmid}/config', parameters, options),
    taskOptions(telling),
  )
}
