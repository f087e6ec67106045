import { hostUp } from '../../sim/proxmox/host-power.ts'
import type { RunningWorld } from '../../sim/start.ts'

/**
 * What the person in front of the datacenter does after a run: gives hosts their power back, makes room on a storage that
 * somebody filled, and unlocks what a run said is to be unlocked. Everything else is for talmox to mend.
 */
export function mend({ world, sim }: RunningWorld, said: string): void {
  for (const { name, online } of world.hosts) if (!online) hostUp(sim, name)
  world.volumes = world.volumes.filter(({ name }) => !name.startsWith('backup/somebody-else'))
  for (const [, vmid] of said.matchAll(/qm unlock (\d+)/g)) {
    const vm = world.vms.find((each) => each.vmid === Number(vmid))
    if (vm !== undefined && !hasTask(world, vm.vmid)) delete vm.config.lock
  }
}

const hasTask = ({ tasks }: RunningWorld['world'], vmid: number): boolean =>
  tasks.some(({ upid, endtime }) => endtime === undefined && upid.includes(`:${vmid}:`))
