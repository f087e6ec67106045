import { qemuKeys } from '../../proxmox/tables/qemu-keys.gen.ts'
import { nearest } from '../../spec/nearest.ts'
import { rawKeys } from '../raw-keys.ts'
import { machineRule } from '../rule.ts'

/** Proxmox refuses a call with a parameter that it does not know. */
export const rawUnknownKey = machineRule({
  code: 'raw-unknown-key',
  severity: 'error',
  summary: '`vm.raw` holds keys of the Proxmox API',
  find: (machine) =>
    rawKeys(machine)
      .filter(({ found }) => found === undefined)
      .map(({ key, path }) => ({
        path,
        on: 'key' as const,
        message: `Proxmox has no key ${JSON.stringify(key)} for virtual machines`,
        hint: suggestion(key),
      })),
})

function suggestion(key: string): string {
  const stem = withoutIndex(key)
  const indexed = Object.hasOwn(qemuKeys, `${stem}[n]`) ? qemuKeys[`${stem}[n]`] : undefined
  if (indexed?.lastIndex !== undefined && stem !== '') return `there are ${stem}0 to ${stem}${indexed.lastIndex}`
  const settable = Object.entries(qemuKeys).filter(([, { kind }]) => kind === 'config')
  const close = nearest(
    key,
    settable.map(([name]) => name.replace('[n]', '0')),
  )
  return close === undefined ? 'the keys are those that qm set takes' : `did you mean ${close}?`
}

/** A key without the digits at its end, walked back from there, since the key may be of any length. */
function withoutIndex(key: string): string {
  let length = key.length
  while (length > 0 && /\d/.test(key[length - 1] ?? '')) length -= 1
  return key.slice(0, length)
}
