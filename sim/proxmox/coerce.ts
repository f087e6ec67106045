import type { Method } from '../../src/proxmox/method.ts'
import type { Parameter } from '../../src/proxmox/tables/types.ts'
import type { ParameterValue, ParameterValues } from '../../src/proxmox/validate-parameters.ts'
import type { LooseParameters, LooseValue } from './call.ts'

/** Checked parameters with the types that the schema gives them; those without a value are left out. */
export function coerceParameters(method: Method, values: ParameterValues): LooseParameters {
  const coerced: [string, LooseValue][] = []
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    const parameter = method.parameters.get(name) ?? method.parameters.get(name.replace(/\d+$/, '[n]'))
    coerced.push([name, coerce(parameter, value)])
  }
  return Object.fromEntries(coerced)
}

function coerce(parameter: Parameter | undefined, value: ParameterValue): LooseValue {
  if (parameter?.type === 'array') return list(value).map((each) => coerce(parameter.items, each))
  // A list in one text may come as an array.
  if (Array.isArray(value)) return value.map(String).join(',')
  if (parameter?.type === 'boolean') return value === true || String(value) === '1'
  if (parameter?.type === 'integer' || parameter?.type === 'number') return Number(value)
  return String(value)
}

function list(value: ParameterValue): readonly ParameterValue[] {
  return Array.isArray(value) ? value : [value]
}
