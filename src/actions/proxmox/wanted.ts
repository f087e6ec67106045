import { tablesFor } from '../../proxmox/hardware/tables-for.ts'
import { type WantedVm, wantedVm } from '../../proxmox/hardware/wanted-vm.ts'
import type { Release } from '../../proxmox/tables/types.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { Tools } from '../tools.ts'

/** What the virtual machine of a machine should be. */
export async function wantedOf(tools: Tools, machine: Machine): Promise<WantedVm> {
  return wantedVm(machine, tools.desired, { schematic: await tools.schematic(machine), talmox: tools.version })
}

/** The tables of the API that this Proxmox goes by. */
export async function releaseOf({ proxmoxRelease }: Tools): Promise<Release> {
  return tablesFor(await proxmoxRelease())
}
