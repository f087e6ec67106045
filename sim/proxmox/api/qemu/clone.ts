import { randomUUID } from 'node:crypto'
import { parse } from '../../../../src/proxmox/property-string/parse.ts'
import { print } from '../../../../src/proxmox/property-string/print.ts'
import type { Vm, VmConfig } from '../../../world/vm.ts'
import type { Call, Handlers } from '../../call.ts'
import { Failure, printed } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import { type CloneSource, type CloneWish, checkClone } from './clone-source.ts'
import { locked } from './config/config-lock.ts'
import { put } from './config/stored-value.ts'
import { requireVm } from './config/vm-file.ts'
import { cloneDisk } from './disks/clone-disk.ts'
import { efiVariablesBytes } from './disks/efi-disk.ts'
import { freeVolume } from './disks/free-volume.ts'
import { printDrive } from './drive/drive.ts'
import { runTask } from './status/task.ts'

type CloneCall = Call<CloneWish>

function clone(given: CloneCall): string {
  const { target, ...rest } = given.params
  const isElsewhere = target !== undefined && target !== given.node && target !== 'localhost'
  const call: CloneCall = { ...given, params: isElsewhere ? given.params : rest }
  const { vmid, newid } = call.params
  const running = requireVm(call, vmid).run !== undefined
  checkClone(call, call.params)
  return runTask(call, 'qmclone', (worker) =>
    locked(call, vmid, () => locked(call, newid, () => copy(call, worker), { seconds: 1 }), {
      seconds: 1,
      shared: !running,
    }),
  )
}

async function copy(call: CloneCall, worker: Worker): Promise<void> {
  const { sim, node, params } = call
  const { vmid, newid, target = node, pool } = params
  const source = checkClone(call, params)
  worker.log(`creating a clone of VM ${vmid} with ID ${newid}`)
  const vm: Vm = {
    vmid: newid,
    kind: 'qemu',
    node,
    config: { lock: 'clone' },
    pending: {},
    pendingDelete: {},
    snapshots: [],
  }
  sim.world.vms.push(vm)
  const made: string[] = []
  try {
    vm.config = { ...identity(call, source), lock: 'clone' }
    await copyDisks(call, worker, source, vm, made)
    delete vm.config.lock
    if (Object.keys(source.vm.pending).length > 0 && params.snapname === undefined) {
      const keys = Object.keys(source.vm.pending).join(',')
      worker.log(`found pending changes for '${keys}', discarding for clone`)
    }
  } catch (error) {
    for (const volid of made) freeVolume(call, volid)
    sim.world.vms = sim.world.vms.filter((each) => each !== vm)
    if (!(error instanceof Failure)) throw error
    throw new Failure(500, `clone failed: ${printed(error)}`)
  }
  const firewall = sim.world.firewalls[`guest/${vmid}`]
  if (firewall !== undefined) sim.world.firewalls[`guest/${newid}`] = structuredClone(firewall)
  vm.node = target
  sim.world.access.pools.find((each) => each.poolid === pool)?.vms.push(newid)
}

/** A copy is a machine of its own: it has its own name and numbers. */
function identity({ params }: CloneCall, { config, original }: CloneSource): VmConfig {
  const smbios1 = config.smbios1 === undefined ? {} : parse('smbios1', config.smbios1)
  const own: VmConfig = {
    ...config,
    smbios1: print('smbios1', { ...smbios1, uuid: randomUUID() }),
    name: params.name ?? `Copy-of-VM-${original.name ?? params.vmid}`,
  }
  if (config.vmgenid !== undefined) own.vmgenid = randomUUID()
  if (params.description) put(own, 'description', params.description)
  return own
}

async function copyDisks(
  call: CloneCall,
  worker: Worker,
  { vm: source, disks }: CloneSource,
  vm: Vm,
  made: string[],
): Promise<void> {
  const { vmid, newid, storage, format, snapname } = call.params
  for (const { key, drive, full } of [...disks].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const from = { drive, key, vmid, running: source.run !== undefined, snapshot: snapname }
    const efi = key === 'efidisk0' ? { efiBytes: efiVariablesBytes(source.config.arch, drive.options) } : {}
    const copied = await cloneDisk(call, worker, from, { vmid: newid, key, storage, format, ...efi }, full)
    made.push(copied.file)
    vm.config[key] = printDrive(key, copied)
  }
}

/** Copying machines. */
export const cloneHandlers: Handlers = { 'POST /nodes/{node}/qemu/{vmid}/clone': clone }
