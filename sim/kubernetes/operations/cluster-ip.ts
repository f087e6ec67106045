import { addressAt, contains, formatIp, type Network, parseIp } from '../../../src/net/ip.ts'
import type { Api } from '../api.ts'
import { isList, type Json, type JsonObject, listAt, objectAt, sameJson, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { isReachedFromOutside } from '../resources/defaults.ts'
import { invalid, Refusal } from '../status.ts'
import { rangesOf, serviceRanges } from './service-cidrs.ts'
import { HEADLESS, type IpFamily, settledFamilies } from './service-families.ts'

/**
 * A service with the addresses that it has, or gets, and without a policy for traffic that it no longer takes. That happens
 * once it is settled who owns what, so that nobody owns an address unless it was asked for.
 */
export function settledService(api: Api, object: KubeObject, live?: KubeObject): KubeObject {
  return object.kind === 'Service' ? withClusterIps(api, withoutPolicy(object), live) : object
}

function withoutPolicy(object: KubeObject): KubeObject {
  const { externalTrafficPolicy, ...spec } = objectAt(object, 'spec')
  return externalTrafficPolicy === undefined || isReachedFromOutside(spec) ? object : { ...object, spec }
}

const isExternal = (spec: JsonObject): boolean => textAt(spec, 'type') === 'ExternalName'

function withClusterIps(api: Api, object: KubeObject, live: KubeObject | undefined): KubeObject {
  const own = objectAt(object, 'spec')
  if (isExternal(own)) return object
  const earlier = objectAt(live, 'spec')
  const before = isExternal(earlier) ? {} : earlier
  const spec = withKept(own, before)
  refuseOther(object.metadata.name, spec, before)
  const ranges = serviceRanges(api)
  const { families, policy } = settledFamilies(object.metadata.name, spec, before, [...ranges.keys()])
  const clusterIPs = addresses(api, object, listAt(spec, 'clusterIPs').map(String), families, before)
  return {
    ...object,
    spec: { ...spec, clusterIP: clusterIPs[0] ?? '', clusterIPs, ipFamilies: families, ipFamilyPolicy: policy },
  }
}

/** What was given out stays where nothing is said of it; one family alone, without a word about which, is the first. */
function withKept(own: JsonObject, before: JsonObject): JsonObject {
  const isSingle = (textAt(own, 'ipFamilyPolicy') || textAt(before, 'ipFamilyPolicy')) === 'SingleStack'
  const [firstOf] = listAt(own, 'clusterIPs')
  const clusterIP = textAt(own, 'clusterIP') || textAt({ firstOf }, 'firstOf') || textAt(before, 'clusterIP')
  const isOther = clusterIP !== textAt(before, 'clusterIP')
  const kept = (key: string, otherwise: readonly Json[]): readonly Json[] => {
    const said = isList(own[key]) ? own[key] : isOther ? otherwise : listAt(before, key)
    return isSingle && sameJson(said, before[key]) ? said.slice(0, 1) : said
  }
  const clusterIPs = kept('clusterIPs', clusterIP === '' ? [] : [clusterIP])
  return { ...own, clusterIP, clusterIPs, ipFamilies: kept('ipFamilies', []) }
}

const KIND = { group: '', kind: 'Service' }

/** The first address of a service is its own for life. */
function refuseOther(name: string, spec: JsonObject, before: JsonObject): void {
  const held = textAt(before, 'clusterIP')
  if (held === '' || held === spec.clusterIP) return
  const message = `Invalid value: ${JSON.stringify(spec.clusterIPs)}: may not change once set`
  throw invalid(KIND, name, [{ reason: 'FieldValueInvalid', field: 'spec.clusterIPs[0]', message }])
}

/** One address of each family: as asked for, or a free one. */
function addresses(
  api: Api,
  { metadata: { name } }: KubeObject,
  asked: readonly string[],
  families: readonly IpFamily[],
  before: JsonObject,
): readonly string[] {
  if (asked[0] === HEADLESS) return [HEADLESS]
  const held = listAt(before, 'clusterIPs')
  return families.flatMap((family, at) => {
    const ranges = rangesOf(api, family)
    const address = asked[at]
    if (ranges.length === 0) return []
    if (address === undefined) return [freeAddress(api, ranges)]
    if (!held.includes(address)) refuseUnfit(api, name, asked, address, ranges)
    return [address]
  })
}

function refuseUnfit(
  api: Api,
  name: string,
  asked: readonly string[],
  address: string,
  ranges: readonly Network[],
): void {
  const refuse = (why: string) => {
    const message = `Invalid value: ${JSON.stringify(asked)}: failed to allocate IP ${address}: ${why}`
    return invalid(KIND, name, [{ reason: 'FieldValueInvalid', field: 'spec.clusterIPs', message }])
  }
  const ip = parseIp(address)
  if (!ranges.some((range) => contains(range, ip)))
    throw refuse('the provided network does not match the current range')
  if (takenAddresses(api).has(address)) throw refuse('provided IP is already allocated')
}

const takenAddresses = ({ store }: Api): ReadonlySet<string> =>
  new Set(store.list('/services').flatMap((service) => listAt(service, 'spec', 'clusterIPs').map(String)))

function freeAddress(api: Api, ranges: readonly Network[]): string {
  const taken = takenAddresses(api)
  for (const range of ranges) {
    const address = freeIn(range, taken)
    if (address !== undefined) return address
  }
  throw new Refusal(500, 'InternalError', 'Internal error occurred: failed to allocate a serviceIP: range is full')
}

/** A free address of a range; its low end is left to those that ask for an address of their own. */
function freeIn(range: Network, taken: ReadonlySet<string>): string | undefined {
  const first = 1n
  const last = range.last - range.first - (range.family === 'ipv4' ? 1n : 0n)
  const low = band(last)
  for (const [from, to] of [
    [first + low, last],
    [first, first + low - 1n],
  ] as const)
    for (let offset = from; offset <= to; offset++) {
      const address = formatIp(addressAt(range, offset))
      if (!taken.has(address)) return address
    }
  return undefined
}

/** How many addresses at the low end are not given out by themselves: a sixteenth of a range, 16 to 256. */
function band(size: bigint): bigint {
  const share = size / 16n
  if (size < 16n) return 0n
  return share < 16n ? 16n : share > 256n ? 256n : share
}
