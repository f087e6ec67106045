import { contains, parseIp, parseNetwork } from '../../../src/net/ip.ts'
import { type Api, timestamp } from '../api.ts'
import { objectAt, objectsAt } from '../json.ts'
import { type KubeObject, withMetadata } from '../object.ts'
import { ALLOCATOR, IP_ADDRESSES } from '../operations/ip-addresses.ts'
import { cidrsOf, SERVICE_CIDRS } from '../operations/service-cidrs.ts'
import type { Controller } from './controller.ts'
import { change, setStatus, withCondition } from './write.ts'

const MANAGER = 'service-cidr-controller'
const PROTECTED = 'networking.k8s.io/service-cidr-finalizer'
/** For so long after a range was given up, somebody may still take an address from it. */
const GRACE_MS = 10_000

/** Opens ranges of addresses for services, and holds those that are being deleted while an address is from no other. */
export const serviceCidrController: Controller = {
  name: 'service-cidrs',
  concerns({ resource, type, object }, { store }) {
    if (resource === SERVICE_CIDRS && type !== 'DELETED') return [object.metadata.name]
    // An address less, or another range for it, may be what one that is leaving has waited for.
    if (resource !== SERVICE_CIDRS && resource !== IP_ADDRESSES) return []
    return store
      .list(SERVICE_CIDRS)
      .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
      .map(({ metadata }) => metadata.name)
  },
  reconcile(api, name) {
    const range = api.store.get(SERVICE_CIDRS, name)
    if (range === undefined) return undefined
    if (range.metadata.deletionTimestamp !== undefined) return letGo(api, range)
    const { finalizers = [] } = range.metadata
    const kept = finalizers.includes(PROTECTED)
      ? range
      : change(api, MANAGER, SERVICE_CIDRS, range, withMetadata(range, { finalizers: [...finalizers, PROTECTED] }))
    tell(api, kept, { status: 'True', reason: '', message: 'Kubernetes Service CIDR is ready' })
    return undefined
  },
}

function letGo(api: Api, range: KubeObject): number | undefined {
  if (isNeeded(api, range)) {
    const message =
      'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR'
    tell(api, range, { status: 'False', reason: 'Terminating', message })
    return undefined
  }
  const { deletionTimestamp = '', finalizers = [] } = range.metadata
  const left = Date.parse(deletionTimestamp) + GRACE_MS - api.clock.now()
  if (left > 0) return left
  const others = finalizers.filter((each) => each !== PROTECTED)
  change(api, MANAGER, SERVICE_CIDRS, range, withMetadata(range, { finalizers: others }))
  return undefined
}

/** Whether an address that the server has given out is from this range alone. */
function isNeeded({ store }: Api, range: KubeObject): boolean {
  const networksOf = (each: KubeObject) => cidrsOf(each).map(parseNetwork)
  const own = networksOf(range)
  const others = store.list(SERVICE_CIDRS).filter(({ metadata }) => metadata.name !== range.metadata.name)
  const elsewhere = others.flatMap(networksOf)
  return store
    .list(IP_ADDRESSES)
    .filter(({ metadata }) => metadata.labels?.['ipaddress.kubernetes.io/managed-by'] === ALLOCATOR)
    .map(({ metadata }) => parseIp(metadata.name))
    .some((ip) => own.some((network) => contains(network, ip)) && !elsewhere.some((network) => contains(network, ip)))
}

interface Readiness {
  readonly status: string
  readonly reason: string
  readonly message: string
}

function tell(api: Api, range: KubeObject, ready: Readiness): void {
  const status = objectAt(range, 'status')
  const before = objectsAt(status, 'conditions').find(({ type }) => type === 'Ready')
  if (before?.status === ready.status && before.reason === ready.reason && before.message === ready.message) return
  const conditions = withCondition(status, { type: 'Ready', ...ready }, timestamp(api))
  setStatus(api, MANAGER, SERVICE_CIDRS, range, { ...status, conditions })
}
