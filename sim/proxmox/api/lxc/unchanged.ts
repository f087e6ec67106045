import type { Call, RestHandlers } from '../../call.ts'
import { died, Failure } from '../../failure.ts'
import { mount } from '../mount.ts'

/** Changes that begin with a look at the configuration: they can be refused for a container that does not exist. */
const changes = [
  'DELETE /nodes/{node}/lxc/{vmid}',
  'PUT /nodes/{node}/lxc/{vmid}/config',
  'GET /nodes/{node}/lxc/{vmid}/pending',
  'PUT /nodes/{node}/lxc/{vmid}/resize',
  'GET /nodes/{node}/lxc/{vmid}/snapshot',
]

function refuse({ sim, params, node }: Call<{ vmid: number }>, change: string): never {
  if (!sim.world.vms.some((vm) => vm.kind === 'lxc' && vm.vmid === params.vmid && vm.node === node)) {
    throw died(`Configuration file 'nodes/${node}/lxc/${params.vmid}.conf' does not exist`)
  }
  throw new Failure(501, `Method '${change}' is not simulated`)
}

/** What is said of containers that do not exist. */
export const unchangedContainerHandlers: RestHandlers = mount(changes, (change) => ({
  [change]: (call: Call<{ vmid: number }>) => refuse(call, change),
}))
