import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import { joinTask, runningTask, type Work } from '../../proxmox/tasks/join-task.ts'
import type { Machine } from '../../resolve/desired.ts'
import { UserError } from '../../user-error.ts'
import type { Telling, Tools } from '../tools.ts'
import { findVm, isHidden } from './find-vm.ts'
import { taskOptions } from './task-options.ts'

/**
 * Looks whether a call without an answer has made a machine. While a task is still making it, that is waited for: what
 * is locked and half there can neither be gone on with nor be made again.
 */
export async function wasMade(tools: Tools, telling: Telling, machine: Machine, work: Work): Promise<boolean> {
  for (;;) {
    // Clones of one template have tasks of one name, so that the first to end need not be the one that is meant.
    const mayBeMaking = (await findUnlessMaking(tools, machine)) === 'making'
    if (mayBeMaking && (await runningTask(tools.proxmox, work)) !== undefined) {
      await joinTask(tools.proxmox, work, taskOptions(telling))
      continue
    }
    const now = await findVm(tools, machine)
    if (now !== undefined && isBeingMade(now)) throw halfMade(now, machine)
    return now !== undefined
  }
}

/** What is there of a machine that is not in the making; it gets into its pool, and so into sight, only when it is whole. */
export async function findUnlessMaking(tools: Tools, machine: Machine): Promise<ObservedVm | 'making' | undefined> {
  try {
    const now = await findVm(tools, machine)
    return isBeingMade(now) ? 'making' : now
  } catch (error) {
    if (isHidden(error)) return 'making'
    throw error
  }
}

const isBeingMade = (vm: ObservedVm | undefined): boolean => vm?.lock === 'create' || vm?.lock === 'clone'

const halfMade = ({ vmid, host, lock }: ObservedVm, { name }: Machine) =>
  new UserError(
    'vm-half-made',
    `VM ${vmid} of ${name} on ${host} is half-made and locked (${lock}), and the task that made it is gone`,
    {
      hint: `only root can unlock it: run \`qm unlock ${vmid}\` on ${host}, then run again, which finishes it or makes it anew`,
    },
  )
