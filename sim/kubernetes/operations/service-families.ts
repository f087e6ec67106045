import { isList, type Json, type JsonObject, listAt, objectAt, textAt } from '../json.ts'
import { invalid, type StatusCause } from '../status.ts'

/** A family of addresses, as services name it. */
export type IpFamily = 'IPv4' | 'IPv6'

/** The address of a service that is to have none. */
export const HEADLESS = 'None'

/** Of which families a service is to have addresses. */
export interface ServiceFamilies {
  readonly families: readonly IpFamily[]
  readonly policy: string
}

/** The family of an address. */
export const familyOf = (address: string): IpFamily => (address.includes(':') ? 'IPv6' : 'IPv4')

const otherFamily = (family: IpFamily): IpFamily => (family === 'IPv4' ? 'IPv6' : 'IPv4')

const fault = (field: string, value: Json, why: string): StatusCause => ({
  reason: 'FieldValueInvalid',
  field,
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
})

/**
 * Settles the families of a service that has been asked for, in a cluster that has some; refuses what the cluster does not
 * have. A service without address and selector may have families that its cluster has not.
 */
export function settledFamilies(
  name: string,
  spec: JsonObject,
  before: JsonObject,
  cluster: readonly IpFamily[],
): ServiceFamilies {
  const refuse = (causes: readonly StatusCause[]): void => {
    if (causes.length > 0) throw invalid({ group: '', kind: 'Service' }, name, causes)
  }
  const isLoose = spec.clusterIP === HEADLESS && Object.keys(objectAt(spec, 'selector')).length === 0
  const policy =
    textAt(spec, 'ipFamilyPolicy') || textAt(before, 'ipFamilyPolicy') || (isLoose ? 'RequireDualStack' : 'SingleStack')
  const isSingle = policy === 'SingleStack'
  const addresses = listAt(spec, 'clusterIPs').map(String)
  const asked = listAt(spec, 'ipFamilies').filter((each) => each === 'IPv4' || each === 'IPv6')
  refuse([...tooMany(isSingle, policy, addresses, asked), ...lessened(isSingle, policy, spec, before)])
  const [lead = 'IPv4'] = cluster
  const named = addresses.filter((address) => address !== HEADLESS).map(familyOf)
  const known = [...asked, ...named.slice(asked.length)]
  const families = known.length === 0 ? [lead] : known
  const [first = lead] = families
  const wantsBoth = !isSingle && families.length === 1
  if (isLoose) return { policy, families: wantsBoth ? [first, otherFamily(first)] : families }
  refuse([
    ...(policy === 'RequireDualStack' && cluster.length < 2
      ? [fault('spec.ipFamilyPolicy', policy, 'this cluster is not configured for dual-stack services')]
      : []),
    ...families.flatMap((family, at) =>
      cluster.includes(family) ? [] : [fault(`spec.ipFamilies[${at}]`, family, 'not configured on this cluster')],
    ),
  ])
  return { policy, families: wantsBoth && cluster.length > 1 ? [first, otherFamily(first)] : families }
}

function tooMany(
  isSingle: boolean,
  policy: string,
  addresses: readonly string[],
  families: readonly IpFamily[],
): readonly StatusCause[] {
  if (!isSingle) return []
  const why = (what: string) => `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`
  return [
    ...(addresses.length > 1 ? [fault('spec.ipFamilyPolicy', policy, why('cluster IPs'))] : []),
    ...(families.length > 1 ? [fault('spec.ipFamilyPolicy', policy, why('IP families'))] : []),
  ]
}

/** A second family is given back only by who says so. */
function lessened(isSingle: boolean, policy: string, spec: JsonObject, before: JsonObject): readonly StatusCause[] {
  if (isSingle) return []
  const fewer = (key: string) => isList(spec[key]) && listAt(spec, key).length < listAt(before, key).length
  return [
    ...(fewer('clusterIPs')
      ? [fault('spec.ipFamilyPolicy', policy, "must be 'SingleStack' to release the secondary cluster IP")]
      : []),
    ...(fewer('ipFamilies')
      ? [fault('spec.ipFamilyPolicy', policy, "must be 'SingleStack' to release the secondary IP family")]
      : []),
  ]
}
