import { formatIp, parseIp } from '../../../src/net/ip.ts'
import { type Api, newUid, timestamp } from '../api.ts'
import { updateFields } from '../fields/managers.ts'
import { listAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { groupVersion } from '../resources/resource.ts'
import { SERVER } from './request.ts'
import { familyOf, HEADLESS } from './service-families.ts'

/** Where the addresses of services are kept. */
export const IP_ADDRESSES = 'networking.k8s.io/ipaddresses'

/** What the server marks the addresses with that it has given out itself. */
export const ALLOCATOR = 'ipallocator.k8s.io'

/**
 * Keeps a service, or lets it go, together with its addresses: from Kubernetes 1.33 on each is an object, there before the
 * service has it and gone after.
 */
export function withAddresses<T>(
  api: Api,
  before: KubeObject | undefined,
  after: KubeObject | undefined,
  keep: () => T,
): T {
  const [held, wanted] = [addressesOf(before), addressesOf(after)]
  if (after !== undefined) for (const address of wanted) if (!held.includes(address)) take(api, after, address)
  const kept = keep()
  for (const address of held) if (!wanted.includes(address)) api.store.remove(IP_ADDRESSES, address)
  return kept
}

function addressesOf(object: KubeObject | undefined): readonly string[] {
  if (object?.kind !== 'Service') return []
  const addresses = listAt(object, 'spec', 'clusterIPs').map(String)
  return addresses
    .filter((address) => address !== HEADLESS && address !== '')
    .map((address) => formatIp(parseIp(address)))
}

function take(api: Api, { metadata: { name, namespace = '' } }: KubeObject, address: string): void {
  const resource = api.registry.find('networking.k8s.io', 'v1', 'ipaddresses')
  if (resource === undefined || api.store.get(IP_ADDRESSES, address) !== undefined) return
  const object: KubeObject = {
    apiVersion: groupVersion(resource),
    kind: resource.kind,
    metadata: {
      name: address,
      uid: newUid(),
      resourceVersion: '',
      creationTimestamp: timestamp(api),
      labels: {
        'ipaddress.kubernetes.io/ip-family': familyOf(address),
        'ipaddress.kubernetes.io/managed-by': ALLOCATOR,
      },
    },
    spec: { parentRef: { group: '', name, namespace, resource: 'services' } },
  }
  const writer = { manager: SERVER.manager, apiVersion: groupVersion(resource), time: timestamp(api) }
  const managedFields = updateFields(undefined, object, resource.type, writer)
  api.store.put(IP_ADDRESSES, { ...object, metadata: { ...object.metadata, managedFields } })
}
