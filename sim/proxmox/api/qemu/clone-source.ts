import type { Vm, VmConfig } from '../../../world/vm.ts'
import { requireAll } from '../../auth/rights.ts'
import { died } from '../../failure.ts'
import { enabledStorage, existingStorage, isShared } from '../storage/definition.ts'
import type { Asking } from './asking.ts'
import { requireBridges } from './checks/bridge-access.ts'
import { requireCpuModel } from './checks/cpu-model.ts'
import { requireCopiedDevices } from './checks/device-privileges.ts'
import { requirePool } from './checks/pool.ts'
import { requireImages } from './checks/storage-access.ts'
import { checkLock, isTemplate } from './config/config-lock.ts'
import { parseNet, printNet, randomMac } from './config/net.ts'
import { loadVm } from './config/vm-file.ts'
import { volidHasFeature } from './disks/features.ts'
import { type Drive, drivesOf, isCdrom, isCloudInit, isInsertedCdrom } from './drive/drive.ts'
import { isUnusedName } from './drive/drive-names.ts'
import { splitVolumeId } from './drive/volume-id.ts'

/** What a request for a copy says. */
export interface CloneWish {
  readonly vmid: number
  readonly newid: number
  readonly name?: string
  readonly description?: string
  readonly full?: boolean
  readonly pool?: string
  readonly snapname?: string
  readonly storage?: string
  readonly format?: string
  readonly target?: string
}

/** What is to be copied: the settings as they will be, and the disks, each with whether it is copied in full. */
export interface CloneSource {
  readonly vm: Vm
  readonly original: VmConfig
  readonly config: VmConfig
  readonly disks: readonly { readonly key: string; readonly drive: Drive; readonly full: boolean }[]
}

/** Everything that can keep a machine from being copied; tells what the copy will be. */
export function checkClone(asking: Asking, wish: CloneWish): CloneSource {
  const { world } = asking.sim
  const { snapname, storage, format, target } = wish
  if (wish.pool !== undefined) requirePool(world, wish.pool)
  if (target !== undefined) requireNode(asking, target)
  if (storage !== undefined) requireTarget(asking, storage, target)
  const vm = loadVm(asking, wish.vmid)
  checkLock(vm)
  const snapshot = vm.snapshots.find((each) => each.name === snapname)
  if (snapname !== undefined && snapshot === undefined) throw died(`snapshot '${snapname}' does not exist`)
  const full = wish.full ?? !isTemplate(vm)
  if (storage !== undefined && !full) throw died("parameter 'storage' not allowed for linked clones")
  if (format !== undefined && !full) throw died("parameter 'format' not allowed for linked clones")
  const original = snapshot?.config ?? vm.config
  const isEverywhere = requireStorages(asking, original, storage)
  requireCopiedDevices(asking, original)
  requireBridges(asking, original)
  requireCpuModel(asking, original)
  if (target !== undefined && !isEverywhere) throw died(`can't clone VM to node '${target}' (VM uses local storage)`)
  if (world.vms.some((each) => each.vmid === wish.newid)) {
    throw died(`unable to create VM ${wish.newid}: config file already exists`)
  }
  return { vm, original, ...copied(asking, vm, original, full, snapname) }
}

/** Refuses a node that the cluster does not have. */
export function requireNode({ sim }: Pick<Asking, 'sim'>, node: string): void {
  if (!sim.world.hosts.some((host) => host.name === node)) throw died(`no such cluster node '${node}'`)
}

function requireTarget(asking: Asking, storageName: string, target: string | undefined): void {
  const storage = enabledStorage(asking.sim.world, storageName, asking.node)
  requireImages(asking, storageName)
  if (target === undefined) return
  enabledStorage(asking.sim.world, storageName, target)
  if (!isShared(storage)) throw died(`can't clone to non-shared storage '${storageName}'`)
}

/** Refuses who may not make disks where the copy needs them; tells whether every node reaches the disks. */
function requireStorages({ sim, caller }: Asking, config: VmConfig, storage: string | undefined): boolean {
  let isEverywhere = true
  for (const [, drive] of drivesOf(config)) {
    const parts = splitVolumeId(drive.file)
    if (drive.file === 'cdrom') requireAll(sim.world, caller.id, '/', ['Sys.Console'])
    if (parts === undefined) continue
    isEverywhere &&= isShared(existingStorage(sim.world, parts.storage))
    if (!isCdrom(drive)) {
      requireAll(sim.world, caller.id, `/storage/${storage ?? parts.storage}`, ['Datastore.AllocateSpace'])
    }
  }
  if (config.vmstatestorage !== undefined) {
    requireAll(sim.world, caller.id, `/storage/${config.vmstatestorage}`, ['Datastore.AllocateSpace'])
  }
  return isEverywhere
}

const NOT_COPIED = ['vmstate', 'runningcpu', 'runningmachine', 'running-nets-host-mtu', 'lock', 'template']

function copied(asking: Asking, vm: Vm, original: VmConfig, full: boolean, snapname: string | undefined) {
  const { world } = asking.sim
  const running = vm.run !== undefined
  if (full && running && snapname === undefined && original.tpmstate0 !== undefined) {
    throw died('cannot clone TPM state while VM is running')
  }
  const disks = drivesOf(original)
    .filter(([, drive]) => !isInsertedCdrom(drive))
    .map(([key, drive]) => {
      const whole = full || isCloudInit(drive) || key === 'tpmstate0'
      const what = `clone feature is not supported for${snapname === undefined ? '' : ' a snapshot of'}`
      if (!volidHasFeature(asking, whole ? 'copy' : 'clone', drive.file, snapname)) {
        throw died(`${whole ? 'Full' : 'Linked'} ${what} '${drive.file}' (${key})`)
      }
      return { key, drive, full: whole }
    })
  const config: VmConfig = {}
  for (const [key, text] of Object.entries(original)) {
    if (isUnusedName(key) || NOT_COPIED.includes(key) || disks.some((disk) => disk.key === key)) continue
    const isNet = /^net\d+$/.test(key)
    config[key] = isNet ? printNet({ ...parseNet(world, text), macaddr: randomMac(world) }) : text
  }
  return { config, disks }
}
