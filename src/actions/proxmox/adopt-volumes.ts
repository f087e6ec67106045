import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import { readVolumes } from '../../proxmox/observe/volumes.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Telling, Tools } from '../tools.ts'
import { taskOptions } from './task-options.ts'

// From the last one down, since a half-filled disk must never stand where a machine starts from.
const SLOTS = Array.from({ length: 31 }, (_, at) => `scsi${30 - at}`)

/**
 * Attaches the disks that a making which was cut off has left to its VM, so that they go with it. Proxmox could remove
 * all disks of a number by itself, but some of them may be somebody's from before.
 */
export async function adoptVolumes(tools: Tools, telling: Telling, { vmid, host, config }: ObservedVm): Promise<void> {
  const begun = await tools.home.begun(vmid)
  if (begun?.host !== host) return
  const known = new Set([...begun.before, ...Object.values(config).map((text) => text.split(',')[0] ?? '')])
  const left = (await readVolumes(tools.proxmox, begun)).filter((volid) => !known.has(volid))
  if (left.length === 0) return
  const free = SLOTS.filter((slot) => config[slot] === undefined)
  const drives = Object.fromEntries(left.slice(0, free.length).map((volid, at) => [free[at] ?? '', volid]))
  const parameters = { node: host, vmid, ...drives }
  await performTask(
    tools.proxmox,
    (options) => tools.proxmox.post('/nodes/{node}/qemu/{vmid}/config', parameters, options),
    taskOptions(telling),
  )
}
