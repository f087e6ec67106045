import { rawKeys } from '../raw-keys.ts'
import { machineRule } from '../rule.ts'

/** Parameters of single calls steer what talmox does, and are not a part of the machine. */
export const rawCallParameter = machineRule({
  code: 'raw-call-parameter',
  severity: 'error',
  summary: '`vm.raw` holds no parameters of single API calls, such as `start` or `force`',
  find: (machine) =>
    rawKeys(machine)
      .filter(({ found }) => found !== undefined && found.key.kind !== 'config')
      .map(({ key, path }) => ({
        path,
        on: 'key' as const,
        message: `${key} is a parameter of an API call, not a key of the machine`,
        hint: key === 'pool' || key === 'storage' ? `use proxmox.${key}` : 'remove it',
      })),
})
