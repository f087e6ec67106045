import type { Vm } from '../../../../world/vm.ts'

/** Finds the virtual machine of a number on a node. */
export type VmPlaces = (vms: readonly Vm[], node: string, vmid: number) => Vm | undefined

/** Remembers where machines stood when they were last looked for: a thousand are not passed by at each request. */
export function createVmPlaces(): VmPlaces {
  const places = new Map<number, number>()
  return (vms, node, vmid) => {
    const isIt = (vm: Vm | undefined) => vm?.vmid === vmid && vm.node === node && vm.kind === 'qemu'
    const last = vms[places.get(vmid) ?? -1]
    if (isIt(last)) return last
    const at = vms.findIndex(isIt)
    if (at < 0) places.delete(vmid)
    else places.set(vmid, at)
    return vms[at]
  }
}
