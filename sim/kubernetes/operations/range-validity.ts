import { isIP } from 'node:net'
import { formatIp, parseIp, parseNetwork } from '../../../src/net/ip.ts'
import { type Json, sameJson } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { invalid, type StatusCause } from '../status.ts'
import { cidrsOf } from './service-cidrs.ts'
import { familyOf } from './service-families.ts'

const fault = (field: string, value: Json, why: string): StatusCause => ({
  reason: 'FieldValueInvalid',
  field,
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
})

/** What is wrong with the name of an address, which is the address itself. */
export function addressNameFaults(name: string): readonly StatusCause[] {
  if (isIP(name) === 0)
    return [fault('metadata.name', name, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')]
  const canonical = formatIp(parseIp(name))
  return canonical === name ? [] : [fault('metadata.name', name, `must be in canonical form (${quoted(canonical)})`)]
}

/** What is wrong with a range of addresses for services. */
export function rangeFaults(object: KubeObject): readonly StatusCause[] {
  if (object.kind !== 'ServiceCIDR') return []
  const field = 'spec.cidrs'
  const cidrs = cidrsOf(object)
  const [first, second, third] = cidrs
  if (first === undefined)
    return [{ reason: 'FieldValueRequired', field, message: 'Required value: at least one CIDR required' }]
  if (third !== undefined) return [fault(field, { cidrs }, 'may only hold up to 2 values')]
  const single = cidrs.flatMap((cidr, at) => cidrFaults(`${field}[${at}]`, cidr))
  if (second === undefined || familyOf(first) !== familyOf(second)) return single
  const why = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64'
  return [...single, fault(field, cidrs, why)]
}

function cidrFaults(field: string, cidr: string): readonly StatusCause[] {
  const [address = '', prefix = '', ...rest] = cidr.split('/')
  const bits = { 4: 32, 6: 128 }[isIP(address)]
  if (bits === undefined || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits || rest.length > 0)
    return [fault(field, cidr, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')]
  const { family, first } = parseNetwork(cidr)
  const canonical = `${formatIp({ family, value: first })}/${Number(prefix)}`
  return canonical === cidr ? [] : [fault(field, cidr, `must be in canonical form (${quoted(canonical)})`)]
}

const quoted = (text: string): string => JSON.stringify(text)

/** Refuses to move a range: it may only get a second family. */
export function refuseMovedRange(live: KubeObject, object: KubeObject): void {
  if (object.kind !== 'ServiceCIDR') return
  const [before, after] = [cidrsOf(live), cidrsOf(object)]
  const isWidened = before.length === 1 && after.length === 2
  if (sameJson(isWidened ? after.slice(0, 1) : after, before)) return
  const at = before.findIndex((cidr, index) => after[index] !== cidr)
  const isSameLength = before.length === after.length || isWidened
  const [field, value] = isSameLength ? [`spec.cidrs[${at}]`, after[at] ?? ''] : ['spec.cidrs', after]
  throw invalid({ group: 'networking.k8s.io', kind: 'ServiceCIDR' }, object.metadata.name, [
    fault(field, value, 'field is immutable'),
  ])
}
