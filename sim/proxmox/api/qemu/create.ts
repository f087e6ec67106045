import { randomUUID } from 'node:crypto'
import { seconds } from '../../../world/clock.ts'
import type { VmConfig } from '../../../world/vm.ts'
import { has, requireAll } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { died, Failure, forbidden, printed } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import type { Asking } from './asking.ts'
import { requireBridges } from './checks/bridge-access.ts'
import { requireCpuModel } from './checks/cpu-model.ts'
import { requireNewDevices } from './checks/device-privileges.ts'
import { checkDriveParameters } from './checks/drive-parameters.ts'
import { requireKeyPrivileges } from './checks/key-privileges.ts'
import { requirePool } from './checks/pool.ts'
import { checkSshKeys } from './checks/ssh-keys.ts'
import { requireStorageAccess } from './checks/storage-access.ts'
import { keptTags, requireTags } from './checks/tags.ts'
import { requireOnVm } from './checks/vm-privilege.ts'
import { defaultBootOrder, printBootOrder } from './config/boot-order.ts'
import { isOn, locked } from './config/config-lock.ts'
import { pinnedMachine } from './config/machine-type.ts'
import { parseNet, printNet } from './config/net.ts'
import { settingsOf } from './config/request-settings.ts'
import { put } from './config/stored-value.ts'
import { findVm, loadVm } from './config/vm-file.ts'
import { createDisks } from './disks/create-disks.ts'
import { freeVolume } from './disks/free-volume.ts'
import { restore } from './restore.ts'
import { startVm } from './status/start-vm.ts'

/** What a request for a new machine says beside its settings. */
export interface Wish {
  readonly vmid: number
  readonly pool?: string
  readonly storage?: string
  readonly start?: boolean
  readonly 'ha-managed'?: boolean
  readonly 'import-working-storage'?: string
  readonly archive?: string
  readonly force?: boolean
}

async function create(call: Call<Wish>): Promise<string> {
  const { sim, caller, params } = call
  const settings = settingsOf(call)
  checkSshKeys(settings.sshkeys)
  requireRights(call, params)
  if (params.archive !== undefined) return restore(call, params.archive)
  checkSettings(call, params, settings)
  const failure = `unable to create VM ${params.vmid} -`
  await reserve(call, params.vmid, failure)
  return sim.workers.start(
    { node: call.node, type: 'qmcreate', id: String(params.vmid), user: caller.id },
    async (worker) => {
      try {
        await locked(call, params.vmid, () => build(call, worker, params, settings, failure), { seconds: 1 })
      } catch (error) {
        sim.world.vms = sim.world.vms.filter((vm) => vm.vmid !== params.vmid)
        throw error
      }
      await finish(call, worker, params)
    },
  )
}

function requireRights(asking: Asking, { vmid, pool, storage, ...wish }: Wish): void {
  const { world } = asking.sim
  const { id } = asking.caller
  if (pool !== undefined) requirePool(world, pool)
  if (storage !== undefined) requireAll(world, id, `/storage/${storage}`, ['Datastore.AllocateSpace'])
  if (wish['ha-managed']) requireAll(world, id, '/', ['Sys.Console'])
  if (wish.start) requireOnVm(asking, { vmid, pool }, ['VM.PowerMgmt'])
  // Who may back a machine up may put the backup in its place.
  const replaces = wish.archive !== undefined && wish.force && findVm(asking, vmid) !== undefined
  const isAllowed =
    has(world, id, `/vms/${vmid}`, ['VM.Allocate']) ||
    (pool !== undefined && has(world, id, `/pool/${pool}`, ['VM.Allocate'])) ||
    (replaces && has(world, id, `/vms/${vmid}`, ['VM.Backup']))
  if (!isAllowed) throw forbidden()
}

function checkSettings(asking: Asking, wish: Wish, settings: VmConfig): void {
  const { vmid, pool, storage } = wish
  requireStorageAccess(asking, vmid, settings, { storage, working: wish['import-working-storage'] })
  requireKeyPrivileges(asking, { vmid, pool }, Object.keys(settings))
  requireNewDevices(asking, { vmid, pool }, settings)
  requireBridges(asking, settings)
  requireCpuModel(asking, settings)
  checkDriveParameters(asking, settings)
  for (const key of Object.keys(settings).filter((each) => /^net\d+$/.test(each))) {
    settings[key] = printNet(parseNet(asking.sim.world, settings[key] ?? ''))
  }
}

/** Takes the number, so that nobody else makes a machine of the same. */
function reserve(asking: Asking, vmid: number, failure: string): Promise<void> {
  const { world } = asking.sim
  const take = () => {
    const other = world.vms.find((vm) => vm.vmid === vmid)
    if (other !== undefined) {
      const kind = other.kind === 'lxc' ? 'CT' : 'VM'
      throw died(`${failure} ${kind} ${vmid} already exists on node '${other.node}'`)
    }
    const config = { lock: 'create' }
    world.vms.push({ vmid, kind: 'qemu', node: asking.node, config, pending: {}, pendingDelete: {}, snapshots: [] })
  }
  return locked(asking, vmid, take, { seconds: 5 })
}

async function build(asking: Asking, worker: Worker, wish: Wish, settings: VmConfig, failure: string): Promise<void> {
  const { vmid, storage } = wish
  const owner = { vmid, config: settings, storage, isTemplate: isOn(settings.template) }
  let made: readonly string[] = []
  try {
    const created = await createDisks(asking, worker, owner, settings)
    made = created.made
    const config = { ...settings, ...created.drives, ...generated(asking, { ...settings, ...created.drives }) }
    if (config.tags !== undefined) {
      requireTags(asking, vmid, '', config.tags)
      config.tags = keptTags(asking, config.tags)
    }
    const vm = loadVm(asking, vmid)
    vm.config = {}
    for (const [key, text] of Object.entries(config)) put(vm.config, key, text)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    for (const volid of made) freeVolume(asking, volid)
    throw new Failure(500, `${failure} ${printed(error)}`)
  }
  const pool = asking.sim.world.access.pools.find((each) => each.poolid === wish.pool)
  if (pool !== undefined && !pool.vms.includes(vmid)) pool.vms.push(vmid)
}

/** What every machine gets that its maker did not set. */
function generated({ sim }: Asking, config: VmConfig): VmConfig {
  const machine = pinnedMachine({ sim }, config.machine, config.ostype)
  const needsGeneration = (config.vmgenid ?? '1') === '1' && config.arch !== 'aarch64'
  return {
    meta: `creation-qemu=${sim.release.qemu},ctime=${seconds(sim.clock)}`,
    ...(config.boot ? {} : { boot: printBootOrder(defaultBootOrder(config)) }),
    ...(config.smbios1 ? {} : { smbios1: `uuid=${randomUUID()}` }),
    ...(needsGeneration ? { vmgenid: randomUUID() } : {}),
    ...(machine === undefined ? {} : { machine }),
  }
}

async function finish(asking: Asking, worker: Worker, wish: Wish): Promise<void> {
  if (wish['ha-managed']) {
    worker.log('Add as HA resource')
    asking.sim.world.ha.resources[`vm:${wish.vmid}`] = { type: 'vm', state: wish.start ? 'started' : 'stopped' }
  }
  if (!wish.start) return
  worker.log('Execute autostart')
  try {
    await startVm(asking, worker, wish.vmid, {})
  } catch (error) {
    worker.log(printed(error))
  }
}

/** Making machines. */
export const createHandlers: Handlers = { 'POST /nodes/{node}/qemu': create }
