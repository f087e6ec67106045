import { hostUp } from '../../sim/proxmox/host-power.ts'
import type { RunningWorld } from '../../sim/start.ts'

/** What the person in front of the datacenter does after a run that failed, as the hints of talmox say. */
export function mend({ world, sim }: RunningWorld): void {
  for (const { name, online } of world.hosts) if (!online) hostUp(sim, name)
  world.volumes = world.volumes.filter(({ name }) => !name.startsWith('backup/somebody-else'))
  for (const vm of world.vms) if (!hasTask(world, vm.vmid)) delete vm.config.lock
  removeNameless(world)
}

/**
 * Proxmox writes an empty configuration before it makes a machine. One that stays so, since the host died, says nothing of
 * whose it is: talmox refuses to touch it, and tells a person to remove it.
 */
function removeNameless(world: RunningWorld['world']): void {
  const nameless = new Set(world.vms.flatMap(({ vmid, config }) => (config.name === undefined ? [vmid] : [])))
  world.vms = world.vms.filter(({ vmid }) => !nameless.has(vmid) || hasTask(world, vmid))
  const there = new Set(world.vms.map(({ vmid }) => vmid))
  world.volumes = world.volumes.filter(({ vmid }) => vmid === undefined || !nameless.has(vmid) || there.has(vmid))
}

const hasTask = ({ tasks }: RunningWorld['world'], vmid: number): boolean =>
  tasks.some(({ upid, endtime }) => endtime === undefined && upid.includes(`:${vmid}:`))
