import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import { qmConfig } from '../../proxmox/qm-config.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import { UserError } from '../../user-error.ts'
import type { Telling, Tools } from '../tools.ts'
import { taskOptions } from './task-options.ts'

const DISK = /^(?:scsi|virtio|sata|ide)\d+$/
const UNUSED = /^unused\d+$/

/**
 * Takes disks off that talmox did not make, before the machine goes: Proxmox would destroy them with it. A disk that is
 * named after this very machine would be destroyed also when it is off, so a person has to move it away.
 */
export async function detachForeignDisks(tools: Tools, telling: Telling, vm: ObservedVm): Promise<void> {
  const { host, vmid, config, name } = vm
  const isOurs = await ownDisks(tools, vm)
  const attached = Object.entries(config).filter(([key, text]) => isForeign(key, text, isOurs))
  const named = attached.filter(([, text]) => belongsTo(text, vmid))
  if (named.length > 0) throw stays(name, vmid, named)
  if (attached.length === 0) return
  const keys = attached.map(([key]) => key).join(',')
  telling.progress(`takes off ${keys}, which talmox did not make`)
  await performTask(
    tools.proxmox,
    (options) => tools.proxmox.post('/nodes/{node}/qemu/{vmid}/config', { node: host, vmid, delete: keys }, options),
    taskOptions(telling),
  )
}

type IsOurs = (key: string, volume: string) => boolean

/**
 * Which disks talmox made: those that the record names. Where none was written yet, those that were not there before the
 * making began, or else those that the file has.
 */
async function ownDisks({ home, desired }: Tools, { vmid, host, record }: ObservedVm): Promise<IsOurs> {
  if (record !== undefined) return (key) => record.keys.includes(key)
  const begun = await home.begun(vmid)
  if (begun?.host === host) return (_, volume) => !begun.before.includes(volume)
  const machine = desired.machines.find((one) => one.vmid === vmid)
  const keys = machine === undefined ? [] : Object.keys(qmConfig(machine, desired.network))
  return (key) => keys.includes(key)
}

function isForeign(key: string, text: string, isOurs: IsOurs): boolean {
  if (UNUSED.test(key)) return true
  return DISK.test(key) && !text.includes('media=cdrom') && !isOurs(key, volumeOf(text))
}

const volumeOf = (drive: string): string => drive.split(',')[0] ?? ''

/** Proxmox tells the owner of a volume by the number in its name. */
const belongsTo = (text: string, vmid: number): boolean =>
  new RegExp(`(?:^|[:/])(?:vm|base)-${vmid}-`).test(volumeOf(text))

const stays = (name: string, vmid: number, disks: readonly (readonly [string, string])[]) =>
  new UserError(
    'foreign-disk',
    `${name} has disks that talmox did not make and that Proxmox would destroy with it: ${disks.map(([key, text]) => `${key} (${volumeOf(text)})`).join(', ')}`,
    {
      hint: `move them to another machine in Proxmox ("reassign owner" of VM ${vmid}), or delete them there, then run again`,
    },
  )
