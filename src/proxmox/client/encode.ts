import { UserError } from '../../user-error.ts'
import type { Verb } from '../tables/types.ts'
import type { CallValue, CallValues } from './call-types.ts'

/** A call on its way: the address below `/api2/json`, and the parameters where Proxmox looks for them. */
export interface EncodedCall {
  readonly verb: Verb
  readonly path: string
  /** The query with its question mark, or nothing. */
  readonly query: string
  /** The form of a POST or PUT. */
  readonly form: string | undefined
}

/** Fills the path in and encodes the rest: GET and DELETE may not have a body, so theirs goes into the query. */
export function encodeCall(verb: Verb, template: string, values: CallValues): EncodedCall {
  const path = fillPath(template, values)
  const rest = encodeForm(Object.entries(values).filter(([name]) => !template.includes(`{${name}}`)))
  if (verb === 'POST' || verb === 'PUT') return { verb, path, query: '', form: rest }
  return { verb, path, query: rest === '' ? '' : `?${rest}`, form: undefined }
}

function fillPath(template: string, values: CallValues): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new Error(`${template} lacks its parameter ${name}`)
    const text = encodeValue(value)
    // These two survive encoding, and a server takes them for steps to another path.
    if (text === '.' || text === '..')
      throw new UserError('proxmox-parameters', `${name} of ${template} cannot be ${text}`, {
        hint: 'give it the name that Proxmox shows',
      })
    return encodeURIComponent(text)
  })
}

/** Encodes a form as Proxmox reads it: lists as a repeated key, `+` escaped since it would be read as a space. */
function encodeForm(entries: readonly (readonly [string, CallValue])[]): string {
  const form = new URLSearchParams()
  for (const [name, value] of entries) {
    for (const each of typeof value === 'object' ? value : [value]) form.append(name, encodeValue(each))
  }
  return form.toString()
}

/** One value as text; Proxmox refuses `true` in a form. */
function encodeValue(value: CallValue): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
}
