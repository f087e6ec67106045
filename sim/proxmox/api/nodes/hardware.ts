import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { cpuModels } from '../../../../src/proxmox/property-string/cpu-models.ts'
import type { Call, Handlers, RestHandlers } from '../../call.ts'
import { hostOf } from './host.ts'

/** Memory controllers, bridges and processors: nothing that anybody passes through. */
const DULL_CLASSES = ['05', '06', '0b']

function pciDevices(call: Call<{ 'pci-class-blacklist'?: string; verbose?: boolean }>) {
  const { 'pci-class-blacklist': blacklist, verbose = true } = call.params
  const hidden = blacklist === undefined ? DULL_CLASSES : splitList(blacklist)
  return hostOf(call)
    .pci.filter((device) => !hidden.some((each) => device.class.startsWith(`0x${each}`)))
    .map((device) => (verbose ? device : { id: device.id }))
}

const VENDORS: readonly (readonly [RegExp, string])[] = [
  [/^(?:host|max|kvm\d+|qemu\d+|x86-64-v\d.*)$/, 'default'],
  [/^(?:athlon|phenom|Opteron|EPYC)/, 'AuthenticAMD'],
  [/^/, 'GenuineIntel'],
]
const ARM = /^(?:a64fx|cortex-|neoverse-)/

function cpuTypes() {
  return [...cpuModels]
    .filter((name) => !ARM.test(name))
    .map((name) => ({
      name,
      custom: 0,
      vendor: VENDORS.find(([shape]) => shape.test(name))?.[1],
      ...(name.startsWith('x86-64-') ? { abstract: 1 } : {}),
    }))
}

/** Hardware that a node offers to guests. */
export const hardwareHandlers: Handlers = {
  'GET /nodes/{node}/hardware/pci': pciDevices,
  'GET /nodes/{node}/capabilities/qemu/cpu': cpuTypes,
  'GET /nodes/{node}/capabilities/qemu/migration': () => ({ 'has-dbus-vmstate': false }),
}

/** Hardware lists that the product does not read. */
export const moreHardwareHandlers: RestHandlers = {
  'GET /nodes/{node}/hardware/usb': (call) => hostOf(call).usb,
}
