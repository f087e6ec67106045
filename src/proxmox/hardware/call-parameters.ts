import { UserError } from '../../user-error.ts'
import type { CallValue, CallValues, ParametersOf, PathOf } from '../client/call-types.ts'
import { findMethod } from '../method.ts'
import { parseBoolean } from '../property-string/boolean.ts'
import { findQemuKey } from '../qemu-key.ts'
import type { Release, Verb } from '../tables/types.ts'
import { validateParameters } from '../validate-parameters.ts'

/** Keys of a VM as a call carries them: numbers and flags as such. */
export function callValues(keys: Readonly<Record<string, string>>): CallValues {
  return Object.fromEntries(Object.entries(keys).map(([key, text]) => [key, callValue(key, text)]))
}

function callValue(key: string, text: string): CallValue {
  const type = findQemuKey(key)?.key.type
  if (type === 'boolean') return parseBoolean(text) ?? text
  const number = Number(text)
  return (type === 'integer' || type === 'number') && Number.isFinite(number) ? number : text
}

/** The parameters of a call, checked as Proxmox of that release would, so that nothing is half-made when it refuses. */
export function checkedCall<V extends Verb, P extends PathOf<V>>(
  release: Release,
  verb: V,
  path: P,
  values: CallValues,
): CallValues & ParametersOf<V, P> {
  const method = findMethod(release, verb, path)
  if (method === undefined) throw new Error(`Proxmox ${release} has no ${verb} ${path}`)
  const faults = Object.entries(validateParameters(method, values))
  if (isFine<V, P>(values, faults.length)) return values
  const said = faults.map(([name, text]) => `${name}: ${text.trim()}`).join('; ')
  throw new UserError('proxmox-parameters', `Proxmox ${release} would refuse this VM: ${said}`, {
    hint: 'change the setting that the key comes from; `talmox show NODE` tells which one that is',
  })
}

/** Values that the table of the API has nothing against are what the types made from the same table say. */
function isFine<V extends Verb, P extends PathOf<V>>(
  values: CallValues,
  faults: number,
): values is CallValues & ParametersOf<V, P> {
  return faults === 0
}
