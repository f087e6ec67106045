import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { VmConfig } from '../../../../world/vm.ts'
import { requireAll } from '../../../auth/rights.ts'
import type { Asking } from '../asking.ts'

/** Refuses who may not use a CPU model that somebody defined; one that the machine has already is free. */
export function requireCpuModel({ sim, caller }: Asking, settings: VmConfig, existing?: VmConfig): void {
  if (settings.cpu === undefined) return
  const { cputype } = parse('cpu', settings.cpu)
  const before = existing?.cpu === undefined ? undefined : parse('cpu', existing.cpu).cputype
  const [, model] = /^custom-(.+)$/.exec(cputype ?? '') ?? []
  if (model === undefined || cputype === before) return
  requireAll(sim.world, caller.id, `/mapping/cpu/${model}`, ['Mapping.Use'])
}
