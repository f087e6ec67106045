import { type Network, parseNetwork } from '../../../src/net/ip.ts'
import type { Api } from '../api.ts'
import { listAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { holds } from '../printing/pod-status.ts'
import { familyOf, type IpFamily } from './service-families.ts'

/** Where the ranges of services' addresses are kept. */
export const SERVICE_CIDRS = 'networking.k8s.io/servicecidrs'

/** The range that the API server itself is told. */
export const DEFAULT_SERVICE_CIDR = 'kubernetes'

/** The ranges that addresses of services are from, the leading family first. */
export const serviceRanges = ({ state }: Api): ReadonlyMap<IpFamily, Network> =>
  new Map(state.networks.serviceSubnets.map((subnet) => [familyOf(subnet), parseNetwork(subnet)]))

/** All ranges of a family that addresses may be from: the cluster's own, and those that were added and are not leaving. */
export function rangesOf(api: Api, family: IpFamily): readonly Network[] {
  const own = serviceRanges(api).get(family)
  const added = api.store
    .list(SERVICE_CIDRS)
    .filter((each) => each.metadata.name !== DEFAULT_SERVICE_CIDR && holds(each, 'Ready'))
    .flatMap(cidrsOf)
    .filter((cidr) => familyOf(cidr) === family)
  return [...(own === undefined ? [] : [own]), ...added.map(parseNetwork)]
}

/** The networks of a range, one of each family at most. */
export const cidrsOf = (range: KubeObject): readonly string[] =>
  listAt(range, 'spec', 'cidrs').filter((cidr) => typeof cidr === 'string')
