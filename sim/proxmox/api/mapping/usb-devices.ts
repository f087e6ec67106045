import type { Host } from '../../../world/host.ts'
import type { MapEntry } from './map-entry.ts'

/** Why an entry does not fit the devices of its node. */
export function usbFault({ usb }: Host, { path, id }: MapEntry, mapping: string): string | undefined {
  if (path === undefined) {
    return usb.some(({ vendid, prodid }) => `${vendid}:${prodid}` === id) ? undefined : `usb device '${id}' not found`
  }
  const device = usb.find(({ busnum, usbpath }) => `${busnum}-${usbpath}` === path)
  if (device === undefined) return `usb device '${path}' not found`
  const found = `${device.vendid}:${device.prodid}`
  return found === id ? undefined : `'id' does not match for '${mapping}' (${found} != ${id})`
}
