import type { Vm } from '../../../../world/vm.ts'
import { has } from '../../../auth/rights.ts'
import type { Call, Handlers } from '../../../call.ts'
import { hostOf } from '../../nodes/host.ts'
import type { Asking } from '../asking.ts'
import { checkLock, locked } from '../config/config-lock.ts'
import { shownValue } from '../config/stored-value.ts'
import { loadVm } from '../config/vm-file.ts'
import { metaData, networkData, userData } from './texts.ts'
import { writeCloudInit } from './write-drive.ts'

type VmCall = Call<{ vmid: number }>

const KEYS = ['cicustom', 'cipassword', 'citype', 'ciuser', 'ciupgrade', 'nameserver', 'searchdomain', 'sshkeys']
const HIDDEN = '**********'

/** Settings with what is on the drive and what would be. */
function list(call: VmCall) {
  const vm = loadVm(call, call.params.vmid)
  const { old = {}, added = [] } = vm.cloudInit ?? {}
  const current = (key: string) => shown(key, vm.config[key])
  return [
    ...added.map((key) => ({ key, pending: current(key) })),
    ...KEYS.filter((key) => isTrue(vm.config[key]) && !added.includes(key)).map((key) =>
      isTrue(old[key]) ? { key, value: shown(key, old[key]), pending: current(key) } : { key, value: current(key) },
    ),
    ...Object.keys(old)
      .filter((key) => !isTrue(vm.config[key]))
      .map((key) => ({ key, delete: 1 })),
  ]
}

const isTrue = (text: string | undefined): boolean => text !== undefined && text !== '0'

function shown(key: string, text: string | undefined) {
  if (key === 'cipassword') return HIDDEN
  return text === undefined ? null : shownValue(key, text)
}

async function regenerate(call: VmCall): Promise<null> {
  const { vmid } = call.params
  await locked(call, vmid, () => {
    const vm = loadVm(call, vmid)
    checkLock(vm)
    writeCloudInit(call, vm)
  })
  return null
}

function dump(call: Call<{ vmid: number; type: 'user' | 'network' | 'meta' }>): string {
  const { vmid, type } = call.params
  const vm = loadVm(call, vmid)
  const host = hostOf(call)
  if (type === 'network') return networkData(vm, host)
  if (type === 'meta') return metaData(vm, host)
  return userData(vm, !has(call.sim.world, call.caller.id, `/vms/${vmid}`, ['VM.Config.Cloudinit']))
}

/** The files on a machine's cloud-init drive, as a guest finds them. */
export function cloudInitFiles(asking: Pick<Asking, 'sim' | 'node'>, vm: Vm): Readonly<Record<string, string>> {
  const host = hostOf(asking)
  return {
    'user-data': userData(vm),
    'network-config': networkData(vm, host),
    'meta-data': metaData(vm, host),
    'vendor-data': '',
  }
}

/** The cloud-init settings of a machine. */
export const cloudInitHandlers: Handlers = {
  'GET /nodes/{node}/qemu/{vmid}/cloudinit': list,
  'PUT /nodes/{node}/qemu/{vmid}/cloudinit': regenerate,
  'GET /nodes/{node}/qemu/{vmid}/cloudinit/dump': dump,
}
