import { createHash } from 'node:crypto'
import type { Vm } from '../../../world/vm.ts'
import { has } from '../../auth/rights.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { guestCpus, guestMemory, guestName } from '../../guests/facts.ts'

type Named = { vmid: number }

/** The container of a request. */
function existing({ sim, params, node }: Call<Named>): Vm {
  const found = sim.world.vms.find((vm) => vm.kind === 'lxc' && vm.vmid === params.vmid && vm.node === node)
  if (found === undefined) throw died(`Configuration file 'nodes/${node}/lxc/${params.vmid}.conf' does not exist`)
  return found
}

function status({ sim }: Call<object>, vm: Vm) {
  const { run } = vm
  return {
    vmid: vm.vmid,
    name: guestName(vm),
    type: 'lxc',
    status: run === undefined ? 'stopped' : 'running',
    cpus: guestCpus(sim.world, vm),
    maxmem: guestMemory(vm),
    uptime: run === undefined ? 0 : Math.floor((sim.clock.now() - run.since) / 1000),
  }
}

function list(call: Call) {
  const { sim, caller, node } = call
  return sim.world.vms
    .filter((vm) => vm.kind === 'lxc' && vm.node === node)
    .filter(({ vmid }) => has(sim.world, caller.id, `/vms/${vmid}`, ['VM.Audit']))
    .map((vm) => status(call, vm))
}

function config(call: Call<Named>) {
  const { config: settings } = existing(call)
  return { ...settings, digest: createHash('sha1').update(JSON.stringify(settings)).digest('hex') }
}

/** Containers that exist from the start; nothing here changes them. */
export const containerHandlers: RestHandlers = {
  'GET /nodes/{node}/lxc': list,
  'GET /nodes/{node}/lxc/{vmid}/config': config,
  'GET /nodes/{node}/lxc/{vmid}/status/current': (call: Call<Named>) => status(call, existing(call)),
}
