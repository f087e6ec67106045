import { sectionAt } from '../../../../world/section.ts'
import type { VmConfig } from '../../../../world/vm.ts'
import { isRoot } from '../../../auth/caller.ts'
import { requireAll } from '../../../auth/rights.ts'
import type { Asking } from '../asking.ts'
import { parseNet } from '../config/net.ts'

/** Refuses who may not use a bridge or virtual network that a card of the configuration is plugged into. */
export function requireBridges(asking: Asking, config: VmConfig): void {
  if (isRoot(asking.caller)) return
  const { world } = asking.sim
  for (const key of Object.keys(config).sort()) {
    if (!/^net\d+$/.test(key)) continue
    const { bridge, tag, trunks } = parseNet(world, config[key] ?? '').options
    if (bridge === undefined) continue
    const zone = sectionAt(world.sdn.vnets, bridge)?.zone ?? 'localnetwork'
    const below = [...(tag === undefined ? [] : [tag]), ...(trunks?.split(';').filter(Boolean) ?? [])]
    const paths = below.length === 0 ? [bridge] : below.map((each) => `${bridge}/${each}`)
    for (const path of paths) requireAll(world, asking.caller.id, `/sdn/zones/${zone}/${path}`, ['SDN.Use'])
  }
}
