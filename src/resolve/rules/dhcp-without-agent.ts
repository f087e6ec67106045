import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** An address that nobody chose can only be asked from the machine. */
export const dhcpWithoutAgent = machineRule({
  code: 'dhcp-without-agent',
  severity: 'error',
  summary: 'with `network.addressing: dhcp`, every machine has `vm.agent`',
  find: (machine, { spec }) =>
    spec.network?.addressing === 'dhcp' && !machine.vm.agent
      ? {
          path: whereWritten(machine, 'vm.agent'),
          message: 'without the guest agent, talmox can never learn the address that DHCP gives',
          hint: 'set vm.agent: true, or network.addressing to static or reserved',
        }
      : undefined,
})
