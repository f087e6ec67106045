import { difference } from '../../proxmox/hardware/difference.ts'
import { moveParameters, resizeParameters, updateParameters } from '../../proxmox/hardware/update-parameters.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { Telling, Tools } from '../tools.ts'
import { asItIsNow } from './as-it-is-now.ts'
import { requireVm } from './find-vm.ts'
import { taskOptions } from './task-options.ts'
import { releaseOf, wantedOf } from './wanted.ts'

/** Proxmox may touch the boot order when a drive is added, so a second look can find one more thing. */
const ROUNDS = 3

/** Makes the hardware of a virtual machine what the file says, as far as that goes without a restart. */
export const bringHardware = (tools: Tools, telling: Telling, machine: Machine): Promise<void> =>
  asItIsNow(() => bring(tools, telling, machine))

async function bring(tools: Tools, telling: Telling, machine: Machine): Promise<void> {
  const release = await releaseOf(tools)
  const wanted = await wantedOf(tools, machine)
  for (let round = 0; round < ROUNDS; round++) {
    const vm = await requireVm(tools, machine)
    const { set, resize, move, ...rest } = difference(wanted, vm, release)
    const update = updateParameters({ set, delete: rest.delete }, vm, release)
    if (update === undefined && resize.length + move.length === 0) return
    if (update !== undefined) {
      await task(tools, telling, (options) => tools.proxmox.post('/nodes/{node}/qemu/{vmid}/config', update, options))
    }
    for (const one of resize) await grow(tools, telling, resizeParameters(one, vm, release))
    for (const one of move) {
      const parameters = moveParameters(one, vm, release)
      await task(tools, telling, (options) =>
        tools.proxmox.post('/nodes/{node}/qemu/{vmid}/move_disk', parameters, options),
      )
    }
    // What grew or moved is what it was asked to be; only new keys may have drawn others after them.
    if (update === undefined) return
  }
}

type Start = Parameters<typeof performTask>[1]

const task = (tools: Tools, telling: Telling, start: Start) => performTask(tools.proxmox, start, taskOptions(telling))

/** Growing to a size is the same when it is done twice. */
export const grow = (tools: Tools, telling: Telling, parameters: ReturnType<typeof resizeParameters>) =>
  task(tools, telling, (options) => tools.proxmox.put('/nodes/{node}/qemu/{vmid}/resize', parameters, options))
