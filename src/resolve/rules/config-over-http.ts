import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Talos can only be told of an address; whose certificate to expect there, nobody could tell it. */
export const configOverHttp = machineRule({
  code: 'config-over-http',
  severity: 'warning',
  summary: 'configs, which hold the secrets of the cluster, do not go over the network in plain HTTP',
  find: (machine) =>
    machine.talos.delivery === 'smbios'
      ? {
          path: whereWritten(machine, 'talos.delivery'),
          message: 'configs with the secrets of the cluster go over the network in plain HTTP',
          hint: 'use a network that nobody else listens on, or talos.delivery: api',
        }
      : undefined,
})
