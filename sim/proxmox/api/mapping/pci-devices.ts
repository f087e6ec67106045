import type { Host, PciDevice } from '../../../world/host.ts'
import type { Section } from '../../../world/section.ts'
import type { MapEntry } from './map-entry.ts'

/** Why an entry does not fit the devices of its node. */
export function pciFault(host: Host, entry: MapEntry, id: string, mapping: Section): string | undefined {
  for (const [at, path] of (entry.path ?? '').split(';').entries()) {
    const function0 = /\.[a-f0-9]/i.test(path) ? path : `${path}.0`
    const device = host.pci.find((each) => each.id === function0 || each.id === `0000:${function0}`)
    if (device === undefined) return `pci device '${function0}' not found`
    const fault = propertyFault(device, function0, entry, id, mapping, at)
    if (fault !== undefined) return fault
  }
  return undefined
}

function propertyFault(
  device: PciDevice,
  path: string,
  entry: MapEntry,
  id: string,
  mapping: Section,
  at: number,
): string | undefined {
  const { subsystem_vendor: vendor, subsystem_device: model } = device
  const wanted: Readonly<Record<string, string | undefined>> = {
    id: `${device.vendor}:${device.device}`,
    iommugroup: String(device.iommugroup),
    mdev: '0',
    'subsystem-id': vendor === undefined || model === undefined ? undefined : `${vendor}:${model}`,
  }
  const configured: Readonly<Record<string, string | undefined>> = { ...entry, mdev: mapping.mdev === 1 ? '1' : '0' }
  for (const [key, value] of Object.entries(wanted)) {
    const own = configured[key]
    if ((key === 'iommugroup' && at > 0) || (value === undefined && own === undefined)) continue
    if (own === undefined) return `missing expected property '${key}' for device '${path}'`
    if (value === undefined) return `unexpected property '${key}' configured for device '${path}'`
    const [a, b] = [value, own].map((each) => each.replaceAll('0x', ''))
    if (a !== b) return `'${key}' does not match for '${id}' (${a} != ${b})`
  }
  return undefined
}
