import type { ParameterValue } from '../../../src/proxmox/validate-parameters.ts'
import { unescapeUri } from '../auth/authenticate.ts'

/** The parameters of a query or form: a repeated name makes a list, a name without value has none. */
export function decodeForm(text: string): Record<string, ParameterValue> {
  if (text === '') return {}
  const values = new Map<string, ParameterValue>()
  for (const pair of text.split(/[&;]/)) {
    if (pair === '') continue
    // Like the genuine server, this takes what stands between the first and the second equals sign.
    const [name = '', value] = pair.split('=').map((part) => unescapeUri(part.replaceAll('+', ' ')))
    const before = values.get(name) ?? undefined
    if (value === undefined) values.set(name, null)
    else if (before === undefined) values.set(name, value)
    else values.set(name, Array.isArray(before) ? [...before, value] : [before, value])
  }
  return Object.fromEntries(values)
}
