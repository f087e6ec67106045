import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** What a machine fetches tells it its address, so that it needs another one to fetch it. */
export const deliveryNeedsDhcp = machineRule({
  code: 'delivery-needs-dhcp',
  severity: 'warning',
  summary:
    'with `talos.delivery: smbios` and static addresses, DHCP gives machines an address until they have their own',
  find: (machine) =>
    machine.talos.delivery === 'smbios' && machine.nics[0].method === 'static'
      ? {
          path: whereWritten(machine, 'talos.delivery'),
          message:
            'machines learn their static addresses from what they fetch, so DHCP has to give them one before that',
          hint: 'make sure that DHCP answers in this network, or use talos.delivery: cidata, which needs none',
        }
      : undefined,
})
