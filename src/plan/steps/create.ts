import type { Machine } from '../../resolve/desired.ts'
import type { Action } from '../action.ts'
import { allocating } from '../limits.ts'
import { actionId, makeAction } from '../make-action.ts'
import type { MachineSituation, Situation } from '../situation.ts'
import { imageNeeds } from './images.ts'

/** The Proxmox pool, when the file names one that is not there. */
export function planPool({ desired, live }: Situation): readonly Action[] {
  const { pool } = desired.proxmox
  if (pool === undefined || live.proxmox.pools.some(({ id }) => id === pool)) return []
  const reason = 'the file puts its machines into this pool'
  return [makeAction('pool.create', pool, { pool }, { effect: 'create', reason })]
}

/** Virtual machines that are not there, or whose making was cut off. */
export function planCreate(situation: Situation): readonly Action[] {
  return situation.machines.flatMap((one) => {
    const reason = reasonToMake(one)
    return reason === undefined ? [] : [create(situation, one, reason)]
  })
}

function reasonToMake({ progress, vm }: MachineSituation): string | undefined {
  if (progress === 'absent') return 'it is in the file and not in Proxmox'
  if (progress !== 'unfinished') return undefined
  const missing = vm?.unfinished?.missing ?? []
  return `its making was cut off${missing.length === 0 ? '' : `; it lacks ${missing.join(', ')}`}`
}

function create(situation: Situation, { machine, progress }: MachineSituation, reason: string): Action {
  const { desired } = situation
  const host = machine.host ?? ''
  const { pool } = desired.proxmox
  return makeAction(
    'vm.create',
    machine.name,
    { machine: machine.name, ...(progress === 'unfinished' ? { unfinished: true } : {}) },
    {
      effect: 'create',
      reason,
      // A machine that exists then proves that there were secrets once, should they be missing later.
      needs: [
        actionId('secrets.create', desired.name),
        ...imageNeeds(situation, machine),
        ...(pool === undefined ? [] : [actionId('pool.create', pool)]),
      ],
      limits: allocating(situation.storage, machine, host),
      details: [describe(machine)],
    },
  )
}

function describe({ vmid, host, vm, image, storage }: Machine): string {
  const gib = (bytes: number) => `${Math.round((bytes / 2 ** 30) * 10) / 10} GiB`
  const disks = [vm.disk, ...vm.disks].map((disk) => `${gib(disk.size)} on ${disk.storage ?? storage.disks}`)
  const cpus = vm.cores * vm.sockets
  return `VM ${vmid} on ${host}: ${cpus} CPU${cpus === 1 ? '' : 's'}, ${gib(vm.memory)}, ${disks.join(' + ')}, Talos ${image.version}`
}
