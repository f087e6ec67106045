import { joinTask, runningTask, type Work } from '../../proxmox/tasks/join-task.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { Telling, Tools } from '../tools.ts'
import { findVm } from './find-vm.ts'
import { taskOptions } from './task-options.ts'

/**
 * Looks whether a call without an answer has made a machine. While a task is still making it, that is waited for: what
 * is locked and half there can neither be gone on with nor be made again.
 */
export async function wasMade(tools: Tools, telling: Telling, machine: Machine, work: Work): Promise<boolean> {
  for (;;) {
    const vm = await findVm(tools, machine)
    // Clones of one template have tasks of one name, so that the first to end need not be the one that is meant.
    const isAtWork = vm?.lock !== undefined && (await runningTask(tools.proxmox, work)) !== undefined
    if (!isAtWork) return (await findVm(tools, machine)) !== undefined
    await joinTask(tools.proxmox, work, taskOptions(telling))
  }
}
