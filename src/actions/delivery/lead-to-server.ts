import { withSeedUrl } from '../../proxmox/hardware/seed-url.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { NocloudSeed } from '../../talos/from-desired/nocloud.ts'
import { requireVm } from '../proxmox/find-vm.ts'
import { setKeys } from '../proxmox/set-keys.ts'
import { releaseOf } from '../proxmox/wanted.ts'
import type { Telling, Tools } from '../tools.ts'

/** Serves a config, and leads a machine that is off to it by its SMBIOS; one that runs knows the address already. */
export async function leadToServer(tools: Tools, telling: Telling, machine: Machine, seed: NocloudSeed): Promise<void> {
  const url = await tools.configServer.offer(machine, seed)
  const vm = await requireVm(tools, machine)
  if (vm.power === 'running') return
  const smbios1 = vm.config.smbios1 ?? `uuid=${machine.uuid}`
  const led = withSeedUrl(smbios1, url, await releaseOf(tools))
  if (led !== smbios1) await setKeys(tools, telling, machine, { smbios1: led })
}
