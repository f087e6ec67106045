import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** A machine that fetches its config has to be told where. */
export const configServerMissing = machineRule({
  code: 'config-server-missing',
  severity: 'error',
  summary: 'with `talos.delivery: smbios`, `talos.configServer` says where machines reach talmox',
  find: (machine, { spec }) =>
    machine.talos.delivery === 'smbios' && spec.talos.configServer === undefined
      ? {
          path: whereWritten(machine, 'talos.delivery'),
          message: 'nobody knows at which address machines can fetch their configs from talmox',
          hint: 'write talos.configServer with an address of this computer, or use talos.delivery: api or cidata',
        }
      : undefined,
})
