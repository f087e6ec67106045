import type { Call, RestHandlers } from '../../call.ts'
import { mount } from '../mount.ts'

/** No packet is filtered here, so the log is as it is before the first: there is no file. */
function log({ beside }: Call) {
  beside.total = 1
  return [{ n: 1, t: 'unable to open file - No such file or directory' }]
}

const places = [
  '/nodes/{node}/firewall/log',
  '/nodes/{node}/qemu/{vmid}/firewall/log',
  '/nodes/{node}/lxc/{vmid}/firewall/log',
]

/** Logs of the firewall. */
export const firewallLogHandlers: RestHandlers = mount(places, (place) => ({ [`GET ${place}`]: log }))
