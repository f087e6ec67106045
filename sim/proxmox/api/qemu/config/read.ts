import type { Vm, VmConfig } from '../../../../world/vm.ts'
import { type Call, type Handlers, JsonText } from '../../../call.ts'
import { badParameters, died } from '../../../failure.ts'
import { configText } from './kept-config.ts'
import { withPending } from './pending.ts'
import { shownConfig } from './stored-value.ts'
import { digestOf, loadVm } from './vm-file.ts'

const BOTH = "cannot use 'snapshot' parameter with 'current'"

function read(call: Call<{ vmid: number; current?: boolean; snapshot?: string }>) {
  const { vmid, current, snapshot } = call.params
  if (snapshot !== undefined && current) throw badParameters({ snapshot: BOTH, current: BOTH })
  const vm = loadVm(call, vmid)
  if (snapshot !== undefined) return { ...snapshotConfig(vm, snapshot), digest: digestOf(vm) }
  if (current) return shown(vm, vm.config)
  return new JsonText(configText(call.sim.keptConfigs, vm, (each) => shown(each, withPending(each))))
}

function shown(vm: Vm, config: VmConfig) {
  return { ...shownConfig(config), ...(vm.parent === undefined ? {} : { parent: vm.parent }), digest: digestOf(vm) }
}

/** The configuration that a snapshot keeps, with what is known of the snapshot itself. */
export function snapshotConfig(vm: Vm, name: string) {
  const snapshot = vm.snapshots.find((each) => each.name === name)
  if (snapshot === undefined) throw died(`snapshot '${name}' does not exist`)
  const { config, parent, time, description, state, vmstate } = snapshot
  return {
    ...shownConfig(config),
    snaptime: time,
    ...(parent === undefined ? {} : { parent }),
    ...(description === undefined ? {} : { description }),
    ...(state === undefined ? {} : { snapstate: state }),
    ...(vmstate === undefined ? {} : { vmstate }),
  }
}

/** Every key with what it is and what it will be. */
function pending(call: Call<{ vmid: number }>) {
  const vm = loadVm(call, call.params.vmid)
  const now: Record<string, string | number> = shown(vm, vm.config)
  const later = shownConfig(vm.pending)
  const keys = new Set([...Object.keys(now), ...Object.keys(later), ...Object.keys(vm.pendingDelete)])
  return [...keys].map((key) => {
    const force = vm.pendingDelete[key]
    return {
      key,
      ...(now[key] === undefined ? {} : { value: now[key] }),
      ...(later[key] === undefined ? {} : { pending: later[key] }),
      ...(force === undefined ? {} : { delete: force ? 2 : 1 }),
    }
  })
}

/** Reading a machine's configuration. */
export const configHandlers: Handlers = {
  'GET /nodes/{node}/qemu/{vmid}/config': read,
  'GET /nodes/{node}/qemu/{vmid}/pending': pending,
}
