import type { CheckContext } from './check-context.ts'
import { formatFault, limitFault, typeFault } from './check-scalar.ts'
import { type Fault, faultsByKey, MISSING, NOT_DEFINED, requiredBy } from './fault-texts.ts'
import type { Method } from './method.ts'
import { faultText, findFault } from './property-string/validate.ts'
import type { Parameter } from './tables/types.ts'

/** A parameter as a request carries it: a text of a form or query, or any JSON value. */
export type ParameterValue =
  | string
  | number
  | boolean
  | null
  | readonly ParameterValue[]
  | { readonly [key: string]: ParameterValue }

/** The parameters of a request by name. */
export type ParameterValues = Readonly<Record<string, ParameterValue | undefined>>

/** Everything that Proxmox would refuse in a request, by parameter, in its words; empty when it is fine. */
export function validateParameters(
  method: Method,
  values: ParameterValues,
  context: Omit<CheckContext, 'release'> = {},
): Readonly<Record<string, string>> {
  const checks = { ...context, release: method.release }
  const faults = missing(method, values)
  for (const name of Object.keys(values)) {
    faults.push(...faultsOf(method, name, values[name] ?? undefined, values, checks))
  }
  return Object.fromEntries(faultsByKey(faults))
}

function missing(method: Method, values: ParameterValues): Fault[] {
  const faults: Fault[] = []
  for (const [name, parameter] of method.parameters) {
    if (parameter.optional || (values[name] ?? undefined) !== undefined || !selects(parameter, values)) continue
    faults.push([placeOf(name, parameter, values), MISSING])
  }
  return faults
}

function faultsOf(
  method: Method,
  name: string,
  value: ParameterValue | undefined,
  values: ParameterValues,
  context: CheckContext,
): readonly Fault[] {
  const parameter = parameterNamed(method, name)
  if (parameter === undefined || !selects(parameter, values)) return method.open ? [] : [[name, NOT_DEFINED]]
  const { requires } = parameter
  const alone: readonly Fault[] =
    requires === undefined || (values[requires] ?? undefined) !== undefined ? [] : [[requires, requiredBy(name)]]
  if (value === undefined) return alone
  return [...alone, ...valueFaults(placeOf(name, parameter, values), parameter, normalised(parameter, value), context)]
}

/** A parameter by the name that a request uses: `net0` stands for `net[n]`. */
function parameterNamed(method: Method, name: string): Parameter | undefined {
  const plain = method.parameters.get(name)
  if (plain !== undefined && plain.lastIndex === undefined) return plain
  const [, stem, index] = /^(.*?)(0|[1-9]\d*)$/.exec(name) ?? []
  const indexed = method.parameters.get(`${stem}[n]`)
  return indexed?.lastIndex !== undefined && Number(index) <= indexed.lastIndex ? indexed : undefined
}

/** Whether the variant that the request selects knows the parameter. */
function selects(parameter: Parameter, values: ParameterValues): boolean {
  const { variant } = parameter
  if (variant === undefined) return true
  const selected = values[variant.by]
  return typeof selected === 'string' && variant.of.includes(selected)
}

/** Where the genuine server reports a fault: inside the variant, for a parameter that only a variant has. */
function placeOf(name: string, parameter: Parameter, values: ParameterValues): string {
  return parameter.variant === undefined ? name : `oneOf[${values[parameter.variant.by]}].${name}`
}

/** Proxmox joins an array where it expects a list in one text, and takes one value for an array of one. */
function normalised(parameter: Parameter, value: ParameterValue): ParameterValue {
  const isArray = Array.isArray(value)
  if (isArray && parameter.type === 'string' && parameter.format?.endsWith('-list')) return value.join(',')
  const isTrue = typeof value !== 'object' && value !== '' && value !== '0' && value !== 0
  return parameter.type === 'array' && isTrue ? [value] : value
}

function valueFaults(
  name: string,
  parameter: Parameter,
  value: ParameterValue,
  context: CheckContext,
): readonly Fault[] {
  const { type, items } = parameter
  if (type === 'array') {
    if (!Array.isArray(value)) return [[name, "type check ('array') failed"]]
    return value.flatMap((each, at) => (items === undefined ? [] : valueFaults(`${name}[${at}]`, items, each, context)))
  }
  if (typeof value === 'boolean' && type === 'boolean') return []
  if (typeof value === 'object' || typeof value === 'boolean') {
    return [[name, `type check ('${type}') failed - got ${perlKind(value)}`]]
  }
  const text = String(value)
  const fault = typeFault(type, text) ?? textFault(name, parameter, text, context)
  return fault === undefined ? [] : [[name, fault]]
}

function textFault(name: string, parameter: Parameter, text: string, context: CheckContext): string | undefined {
  const { propertyString } = parameter
  const fault = propertyString === undefined ? undefined : findFault(propertyString, text, context, name)
  if (fault !== undefined) return `invalid format - ${faultText(fault)}`
  return formatFault(parameter, text, context.release ?? '9') ?? limitFault(parameter, text)
}

/** What the genuine server calls a JSON value that is no text. */
function perlKind(value: ParameterValue): string {
  if (Array.isArray(value)) return 'ARRAY'
  return typeof value === 'boolean' ? 'JSON::PP::Boolean' : 'HASH'
}
