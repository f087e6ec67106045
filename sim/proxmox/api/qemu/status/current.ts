import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { Vm } from '../../../../world/vm.ts'
import type { World } from '../../../../world/world.ts'
import { has } from '../../../auth/rights.ts'
import type { Call, Handlers } from '../../../call.ts'
import { hasManager, serviceState } from '../../ha/manager.ts'
import { isAgentEnabled } from '../agent/agent.ts'
import { loadVm } from '../config/vm-file.ts'
import { detailedRow, statusRow } from './row.ts'

function list(call: Call<{ full?: boolean }>) {
  const { sim, caller, node, params } = call
  return sim.world.vms
    .filter((vm) => vm.kind === 'qemu' && vm.node === node)
    .filter((vm) => has(sim.world, caller.id, `/vms/${vm.vmid}`, ['VM.Audit']))
    .map((vm) => (params.full ? detailedRow(call, vm) : statusRow(call, vm)))
}

function current(call: Call<{ vmid: number }>) {
  const vm = loadVm(call, call.params.vmid)
  return {
    ...detailedRow(call, vm),
    ha: highAvailability(call.sim.world, vm),
    ...display(vm),
    ...(isAgentEnabled(vm) ? { agent: 1 } : {}),
  }
}

function highAvailability(world: World, { vmid }: Vm) {
  const sid = `vm:${vmid}`
  const resource = world.ha.resources[sid]
  if (resource === undefined) return { managed: 0 }
  return { managed: 1, state: hasManager(world) ? serviceState(world, sid, resource) : null }
}

function display({ config }: Vm) {
  if (config.vga === undefined) return {}
  const { type = '', clipboard = null } = parse('vga', config.vga)
  return { clipboard, ...(/^(?:virtio|qxl)/.test(type) ? { spice: 1 } : {}) }
}

/** How machines are. */
export const statusHandlers: Handlers = {
  'GET /nodes/{node}/qemu': list,
  'GET /nodes/{node}/qemu/{vmid}/status/current': current,
}
