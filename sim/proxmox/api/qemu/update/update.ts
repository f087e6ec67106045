import { splitList } from '../../../../../src/proxmox/format-checks/check.ts'
import { findQemuKey } from '../../../../../src/proxmox/qemu-key.ts'
import { wait } from '../../../../world/clock.ts'
import type { Vm, VmConfig } from '../../../../world/vm.ts'
import { isRoot } from '../../../auth/caller.ts'
import type { Call, Handlers } from '../../../call.ts'
import { badParameters, died } from '../../../failure.ts'
import { type Job, silentJob } from '../asking.ts'
import { requireBridges } from '../checks/bridge-access.ts'
import { requireCpuModel } from '../checks/cpu-model.ts'
import { checkDriveParameters } from '../checks/drive-parameters.ts'
import { checkHookscript } from '../checks/hookscript.ts'
import { requireKeyPrivileges } from '../checks/key-privileges.ts'
import { checkSshKeys } from '../checks/ssh-keys.ts'
import { requireStorageAccess } from '../checks/storage-access.ts'
import { checkLock, locked } from '../config/config-lock.ts'
import { parseNet, printNet } from '../config/net.ts'
import { settingsOf } from '../config/request-settings.ts'
import { textOf } from '../config/stored-value.ts'
import { digestOf, loadVm } from '../config/vm-file.ts'
import { applyChanges } from './apply-changes.ts'
import { type Changes, newUuidFor } from './changes.ts'

type UpdateCall = Call<{
  vmid: number
  digest?: string
  delete?: string
  revert?: string
  force?: boolean
  skiplock?: boolean
  background_delay?: number
  'import-working-storage'?: string
}>

/** The words in which a task log repeats what was asked. */
function repeated({ raw }: Pick<Call, 'raw'>): string {
  const silent = ['node', 'vmid', 'digest', 'background_delay', 'import-working-storage']
  return Object.keys(raw)
    .filter((key) => !silent.includes(key))
    .sort()
    .map((key) => `-${key} ${key === 'cipassword' ? '<hidden>' : textOf(raw[key] ?? '')}`)
    .join(' ')
}

/** Everything that can be refused without looking at the machine. */
function read(call: UpdateCall): Changes {
  const { caller, params, sim } = call
  if (params.skiplock && !isRoot(caller)) throw badParameters({ skiplock: 'Only root may use this option.' })
  const settings = settingsOf(call)
  checkSshKeys(settings.sshkeys)
  if (!params.delete && !params.revert && Object.keys(settings).length === 0) throw died('no options specified')
  const { revert, remove } = keyLists(settings, params.revert ?? '', params.delete ?? '')
  checkDriveParameters(call, settings)
  for (const [key, text] of Object.entries(settings)) {
    if (/^net\d+$/.test(key)) settings[key] = printNet(parseNet(sim.world, text))
    if (key === 'vmgenid') settings[key] = newUuidFor(text)
    if (key === 'hookscript') checkHookscript(call, text)
  }
  requireKeyPrivileges(call, params, remove)
  requireKeyPrivileges(call, params, Object.keys(settings))
  requireStorageAccess(call, params.vmid, settings, { working: params['import-working-storage'] })
  requireBridges(call, settings)
  return { settings, remove, revert, force: params.force ?? false, words: repeated(call) }
}

function keyLists(settings: VmConfig, revertList: string, removeList: string) {
  const known = (key: string) => findQemuKey(key)?.key.kind === 'config' || INNER_KEYS.includes(key)
  const revert = splitList(revertList)
  for (const key of revert) {
    if (!known(key)) throw badParameters({ revert: `unknown option '${key}'` })
    if (settings[key] !== undefined) {
      throw badParameters({ delete: `you can't use '-${key}' and -revert ${key}' at the same time` })
    }
  }
  const remove = splitList(removeList).map((key) => (key === 'cdrom' ? 'ide2' : key))
  for (const key of remove) {
    if (settings[key] !== undefined) {
      throw badParameters({ delete: `you can't use '-${key}' and -delete ${key}' at the same time` })
    }
    if (revert.includes(key)) {
      throw badParameters({ revert: `you can't use '-delete ${key}' and -revert ${key}' at the same time` })
    }
    if (!known(key)) throw badParameters({ delete: `unknown option '${key}'` })
  }
  return { revert, remove }
}

/** Keys that the machine's own state needs, which can only be removed. */
const INNER_KEYS = ['vmstate', 'runningmachine', 'runningcpu', 'meta', 'running-nets-host-mtu']

/** Looks at the machine: whether it is still what the caller thinks it is, and may be changed. */
function check(call: UpdateCall, { settings, remove }: Changes): Vm {
  const { digest, skiplock, vmid } = call.params
  const vm = loadVm(call, vmid)
  if (digest !== undefined && digest !== digestOf(vm)) throw died('checksum mismatch (file change by other user?)')
  requireCpuModel(call, settings, vm.config)
  const isWoken = vm.config.lock === 'suspended' && remove.includes('vmstate')
  if (!skiplock && !isWoken) checkLock(vm)
  requireFittingBalloon(vm, settings)
  return vm
}

function requireFittingBalloon(vm: Vm, { memory, balloon }: VmConfig): void {
  if (memory === undefined && balloon === undefined) return
  const total = memory ?? vm.pending.memory ?? vm.config.memory ?? '512'
  const wanted = Number(balloon ?? vm.pending.balloon ?? vm.config.balloon ?? 0)
  if (wanted > Number(/\d+/.exec(total)?.[0])) {
    throw died('balloon value too large (must be smaller than assigned memory)')
  }
}

async function change(call: UpdateCall, job: Job, changes: Changes): Promise<void> {
  const vm = check(call, changes)
  await applyChanges(call, job, vm, changes)
}

async function updateNow(call: UpdateCall): Promise<null> {
  const changes = read(call)
  check(call, changes)
  await locked(call, call.params.vmid, () => change(call, silentJob(call.sim), changes))
  return null
}

async function updateLater(call: UpdateCall): Promise<string | null> {
  const { sim, caller, node, params } = call
  const changes = read(call)
  check(call, changes)
  const upid = sim.workers.start({ node, type: 'qmconfig', id: String(params.vmid), user: caller.id }, (worker) =>
    locked(call, params.vmid, () => change(call, worker, changes)),
  )
  if (params.background_delay === undefined) return upid
  await Promise.race([sim.workers.ended(upid), wait(sim.clock, params.background_delay * 1000)])
  if (sim.workers.isRunning(upid)) return upid
  const status = sim.world.tasks.find((task) => task.upid === upid)?.status ?? ''
  if (status === 'OK' || status.startsWith('WARNINGS')) return null
  throw died(`failed to update VM ${params.vmid}: ${status}`)
}

type UnlinkCall = Call<{ vmid: number; idlist: string; force?: boolean }>

function unlink(call: UnlinkCall): Promise<null> {
  const { idlist, ...rest } = call.params
  return updateNow({ ...call, params: { ...rest, delete: idlist }, raw: { delete: idlist } })
}

/** Changing a machine's configuration. */
export const updateHandlers: Handlers = {
  'PUT /nodes/{node}/qemu/{vmid}/config': updateNow,
  'POST /nodes/{node}/qemu/{vmid}/config': updateLater,
  'PUT /nodes/{node}/qemu/{vmid}/unlink': unlink,
}
