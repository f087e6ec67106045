import type { Api } from '../api.ts'
import { objectAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { isReachedFromOutside } from '../resources/defaults.ts'

/**
 * A service with the address that it has, or gets, and without a policy for traffic that it no longer takes. That happens
 * once it is settled who owns what, so that nobody owns an address unless it was asked for.
 */
export function settledService(api: Api, object: KubeObject, live?: KubeObject): KubeObject {
  return object.kind === 'Service' ? withClusterIp(api, withoutPolicy(object), live) : object
}

function withoutPolicy(object: KubeObject): KubeObject {
  const { externalTrafficPolicy, ...spec } = objectAt(object, 'spec')
  return externalTrafficPolicy === undefined || isReachedFromOutside(spec) ? object : { ...object, spec }
}

function withClusterIp(api: Api, object: KubeObject, live: KubeObject | undefined): KubeObject {
  const spec = objectAt(object, 'spec')
  if (textAt(spec, 'type') === 'ExternalName') return object
  const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = spec
  if ([clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy].every((value) => value !== undefined)) return object
  const before = objectAt(live, 'spec')
  const address = textAt(spec, 'clusterIP') || textAt(before, 'clusterIP') || nextClusterIp(api)
  const allocated = { clusterIP: address, clusterIPs: [address], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' }
  return { ...object, spec: { ...allocated, ...spec } }
}

/** A free address for a service, in the range that Talos gives services unless told otherwise. */
function nextClusterIp({ store }: Api): string {
  const taken = new Set(store.list('/services').map((service) => textAt(service, 'spec', 'clusterIP')))
  for (let number = 11; number < 65_536; number++) {
    const address = `10.96.${number >> 8}.${number & 255}`
    if (!taken.has(address)) return address
  }
  throw new Error('there is no address left for a service')
}
