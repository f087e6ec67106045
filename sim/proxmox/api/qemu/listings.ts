import type { Call, Handlers } from '../../call.ts'
import { loadVm } from './config/vm-file.ts'

/** What stands below a machine, by the genuine list, which is not that of the schema. */
const BELOW =
  'config cloudinit pending status unlink vncproxy termproxy migrate resize move rrd rrddata monitor agent snapshot spiceproxy sendkey firewall mtunnel remote_migrate'

const COMMANDS = 'current start stop reset shutdown suspend reboot'

const subdirs = (names: string) => names.split(' ').map((subdir) => ({ subdir }))

function commands(call: Call<{ vmid: number }>) {
  loadVm(call, call.params.vmid)
  return subdirs(COMMANDS)
}

/** Lists of what can be asked of a machine. */
export const listingHandlers: Handlers = {
  'GET /nodes/{node}/qemu/{vmid}': () => subdirs(BELOW),
  'GET /nodes/{node}/qemu/{vmid}/status': commands,
}
