import { splitList } from '../../../../../src/proxmox/format-checks/check.ts'
import { has } from '../../../auth/rights.ts'
import { forbidden } from '../../../failure.ts'
import { optionParts } from '../../cluster/options.ts'
import type { Asking } from '../asking.ts'
import { requireOnVm } from './vm-privilege.ts'

/** Tags as they are kept: in lower case, each once and sorted, unless the datacenter wants them otherwise. */
export function keptTags({ sim }: Pick<Asking, 'sim'>, text: string): string {
  const { 'case-sensitive': sensitive = 0, ordering } = optionParts(sim.world, 'tag-style')
  const folded = splitList(text).map((tag) => (sensitive ? tag : tag.toLowerCase()))
  return [...new Set(ordering === 'config' ? folded : folded.sort())].join(';')
}

/** Refuses who may not change the tags of a machine from one list to another. */
export function requireTags(asking: Asking, vmid: number, before: string, after: string): void {
  requireOnVm(asking, { vmid }, ['VM.Config.Options'])
  const { world } = asking.sim
  if (has(world, asking.caller.id, '/', ['Sys.Modify'])) return
  const old = splitList(before)
  const wanted = splitList(after)
  const times = (list: readonly string[], tag: string) => list.filter((each) => each === tag).length
  const changed = [...new Set([...old, ...wanted])].filter((tag) => times(old, tag) !== times(wanted, tag))
  const isAllowed = allowed(asking)
  const refused = changed.find((tag) => !isAllowed(tag))
  if (refused !== undefined) throw forbidden(`/, Sys.Modify for modifying tag '${refused}'`)
}

/** Whether somebody without rights on the datacenter may set or remove a tag. */
function allowed({ sim, caller }: Asking): (tag: string) => boolean {
  const { world } = sim
  const registered = splitList(String(world.options['registered-tags'] ?? ''))
  const { 'user-allow': mode = 'free', 'user-allow-list': list = '' } = optionParts(world, 'user-tag-access')
  const listed = mode === 'none' ? [] : splitList(String(list))
  const used = () =>
    world.vms
      .filter((vm) => has(world, caller.id, `/vms/${vm.vmid}`, ['VM.Audit']))
      .flatMap((vm) => splitList(vm.config.tags ?? ''))
  const existing = mode === 'existing' ? used() : []
  return (tag) => !registered.includes(tag) && (mode === 'free' || listed.includes(tag) || existing.includes(tag))
}
