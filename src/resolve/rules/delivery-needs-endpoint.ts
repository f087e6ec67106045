import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Every config names the Kubernetes API, and these are made before any machine has an address. */
export const deliveryNeedsEndpoint = machineRule({
  code: 'delivery-needs-endpoint',
  severity: 'error',
  summary: 'with `talos.delivery: cidata` or `smbios`, the file says the address of the Kubernetes API',
  find: (machine, { spec, machines }) => {
    const { delivery } = machine.talos
    const first = machines.find(({ role }) => role === 'controlplane')
    const { endpoint, vip = [] } = spec.network ?? {}
    const isKnown = endpoint !== undefined || vip.length > 0 || (first?.nics[0].addresses.length ?? 0) > 0
    if (delivery === 'api' || isKnown) return undefined
    return {
      path: whereWritten(machine, 'talos.delivery'),
      message: `with ${delivery} the config is made before the machine starts, and the address of the Kubernetes API in it would only come from DHCP`,
      hint: 'write network.vip or network.endpoint, or use talos.delivery: api',
    }
  },
})
