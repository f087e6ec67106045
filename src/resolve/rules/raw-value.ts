import { formatFault } from '../../proxmox/check-scalar.ts'
import { validate } from '../../proxmox/property-string/validate.ts'
import type { QemuKey, Release } from '../../proxmox/tables/types.ts'
import { rawKeys, sinceNote } from '../raw-keys.ts'
import { machineRule } from '../rule.ts'
import { insteadOf } from './raw-decided-key.ts'

const releases: readonly Release[] = ['9', '8']

/** A value that the API would refuse is better refused here. */
export const rawValue = machineRule({
  code: 'raw-value',
  severity: 'error',
  summary: 'values in `vm.raw` have the type and range that the Proxmox API asks for',
  find: (machine) =>
    rawKeys(machine).flatMap((raw) => {
      const { key, value, found, path } = raw
      // A key that may not be here at all gets no advice on its value.
      if (found === undefined || found.key.kind !== 'config' || insteadOf(raw) !== undefined) return []
      const wanted = wantedInstead(found.key, value)
      if (wanted !== undefined)
        return [{ path, message: `not a value of ${key}`, hint: `use ${wanted}${sinceNote(raw)}` }]
      const complaint = complaintOf(found.key, value)
      if (complaint === undefined) return []
      return [
        { path, message: `not a value of ${key}: ${complaint}`, hint: `write it as qm set takes it${sinceNote(raw)}` },
      ]
    }),
})

/** What Proxmox would say of a text; one that some release takes is left to that release. */
function complaintOf(key: QemuKey, value: string): string | undefined {
  const complaints = releases.map((release) => {
    const { propertyString } = key
    if (propertyString !== undefined) return validate(propertyString, value, { release }).join('; ')
    return formatFault(key, value, release)?.trim() ?? ''
  })
  return complaints.includes('') ? undefined : complaints[0]
}

/** What the API asks for, when the value is something else. */
function wantedInstead(key: QemuKey, value: string): string | undefined {
  if (key.enum !== undefined) return key.enum.includes(value) ? undefined : `one of ${key.enum.join(', ')}`
  if (key.type === 'boolean') return value === '0' || value === '1' ? undefined : '0 or 1'
  if (key.type === 'integer' || key.type === 'number') return wantedNumber(key, value)
  if (key.pattern !== undefined && !new RegExp(`^(?:${key.pattern})$`).test(value))
    return `text of the form ${key.pattern}`
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = key
  return value.length >= minLength && value.length <= maxLength ? undefined : `${minLength} to ${maxLength} characters`
}

function wantedNumber({ type, minimum, maximum }: QemuKey, value: string): string | undefined {
  const form = type === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/
  const number = Number(value)
  const fits = (minimum === undefined || number >= minimum) && (maximum === undefined || number <= maximum)
  if (form.test(value) && fits) return undefined
  const range = [minimum === undefined ? '' : ` from ${minimum}`, maximum === undefined ? '' : ` to ${maximum}`].join(
    '',
  )
  return `${type === 'integer' ? 'a whole number' : 'a number'}${range}`
}
