import { hostUp } from '../../sim/proxmox/host-power.ts'
import type { RunningWorld } from '../../sim/start.ts'

/**
 * What the person in front of the datacenter does after a run: gives hosts their power back, makes room on a storage that
 * somebody filled, unlocks what a run said is to be unlocked, and puts into the pool what it said is outside. Everything else is for talmox to mend.
 */
export function mend({ world, sim }: RunningWorld, said: string): void {
  for (const { name, online } of world.hosts) if (!online) hostUp(sim, name)
  world.volumes = world.volumes.filter(({ name }) => !name.startsWith('backup/somebody-else'))
  for (const [, vmid] of said.matchAll(/qm unlock (\d+)/g)) {
    const vm = world.vms.find((each) => each.vmid === Number(vmid))
    if (vm !== undefined && !hasTask(world, vm.vmid)) delete vm.config.lock
  }
  for (const [, poolid, vmid] of said.matchAll(/pveum pool modify (\S+) --vms (\d+)/g)) {
    const isThere = world.vms.some((vm) => vm.vmid === Number(vmid)) && !hasTask(world, Number(vmid))
    const pool = world.access.pools.find((each) => each.poolid === poolid)
    if (isThere && pool?.vms.includes(Number(vmid)) === false) pool.vms.push(Number(vmid))
  }
}

const hasTask = ({ tasks }: RunningWorld['world'], vmid: number): boolean =>
  tasks.some(({ upid, endtime }) => endtime === undefined && upid.includes(`:${vmid}:`))
