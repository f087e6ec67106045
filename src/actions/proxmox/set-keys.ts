import { updateParameters } from '../../proxmox/hardware/update-parameters.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Telling, Tools } from '../tools.ts'
import { asItIsNow } from './as-it-is-now.ts'
import { requireVm, type Seat } from './find-vm.ts'
import { taskOptions } from './task-options.ts'
import { releaseOf } from './wanted.ts'

/** Sets keys of a virtual machine; what it cannot take while it runs waits for its next start. */
export const setKeys = (
  tools: Tools,
  telling: Telling,
  seat: Seat & { readonly name: string },
  set: Readonly<Record<string, string>>,
): Promise<void> =>
  asItIsNow(async () => {
    const vm = await requireVm(tools, seat, 'running')
    const parameters = updateParameters({ set, delete: [] }, vm, await releaseOf(tools))
    if (parameters === undefined) return
    await performTask(
      tools.proxmox,
      (options) => tools.proxmox.post('/nodes/{node}/qemu/{vmid}/config', parameters, options),
      taskOptions(telling),
    )
  })
