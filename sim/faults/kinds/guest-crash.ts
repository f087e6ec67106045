import { z } from 'zod'
import { endRun } from '../../proxmox/api/qemu/status/run.ts'
import type { Simulator } from '../../proxmox/simulator.ts'
import { faultKind } from '../kind.ts'

/** QEMU dies under a machine. */
export const guestCrash = faultKind({
  about: 'the machine of this VMID, or that of the request, is off from one moment to the next',
  options: z.int().optional(),
  strike: (vmid, { sim, vmid: own }) => ({ before: () => crash(vmid ?? own, sim) }),
  befall: crash,
})

function crash(vmid: number | undefined, sim: Simulator): void {
  const vm = sim.world.vms.find((each) => each.vmid === vmid)
  if (vm !== undefined) endRun({ sim }, vm)
}
