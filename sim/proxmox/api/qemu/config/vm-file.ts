import { hash } from 'node:crypto'
import type { Vm, VmConfig } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import type { Asking } from '../asking.ts'

/** The virtual machine of a number on the node that was asked; undefined when it is not there. */
export function findVm({ sim, node }: Pick<Asking, 'sim' | 'node'>, vmid: number): Vm | undefined {
  return sim.vmPlaces(sim.world.vms, node, vmid)
}

/** The same, for those who cannot go on without it. */
export function loadVm(asking: Pick<Asking, 'sim' | 'node'>, vmid: number): Vm {
  const vm = findVm(asking, vmid)
  if (vm === undefined) {
    throw died(`Configuration file 'nodes/${asking.node}/qemu-server/${vmid}.conf' does not exist`)
  }
  return vm
}

/** The same, in the words of those who look for the process rather than the file. */
export function requireVm(asking: Pick<Asking, 'sim' | 'node'>, vmid: number): Vm {
  const vm = findVm(asking, vmid)
  if (vm === undefined) throw died(`unable to find configuration file for VM ${vmid} on node '${asking.node}'`)
  return vm
}

/** The checksum of a configuration file; equal contents have equal checksums. */
export const digestOf = (vm: Vm): string => hash('sha1', fileText(vm))

function fileText(vm: Vm): string {
  const { old = {}, added = [] } = vm.cloudInit ?? {}
  const removed = Object.entries(vm.pendingDelete).map(([key, force]) => (force ? `!${key}` : key))
  const pending = { ...vm.pending, ...(removed.length === 0 ? {} : { delete: removed.sort().join(',') }) }
  const sections = [
    section('', { ...vm.config, ...(vm.parent === undefined ? {} : { parent: vm.parent }) }),
    section('PENDING', pending),
    section('special:cloudinit', { ...old, ...(added.length === 0 ? {} : { added: [...added].sort().join(',') }) }),
    ...vm.snapshots.map(({ name, config, ...rest }) =>
      section(name, {
        ...config,
        ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(value)])),
      }),
    ),
  ]
  return sections.join('\n')
}

function section(name: string, values: VmConfig): string {
  const lines = Object.keys(values)
    .sort()
    .map((key) => `${key}: ${encodeURIComponent(values[key] ?? '')}\n`)
  return lines.length === 0 && name !== '' ? '' : `[${name}]\n${lines.join('')}`
}
