import { type Api, timestamp } from '../api.ts'
import { isRemote, REGISTRATIONS } from '../discovery/remote.ts'
import { type JsonObject, objectAt, textAt, textsAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Controller } from './controller.ts'
import { isReady, PODS } from './pods.ts'
import { setStatus, withCondition } from './write.ts'

/** Says of every registered server whether it answers; pods that are simulated never do. */
export const registrationController: Controller = {
  name: 'registrations',
  concerns({ resource, object, type }, { store }) {
    if (resource === REGISTRATIONS) return type === 'DELETED' ? [] : [object.metadata.name]
    if (resource !== PODS && resource !== '/services') return []
    return store
      .list(REGISTRATIONS)
      .filter((each) => textAt(each, 'spec', 'service', 'namespace') === object.metadata.namespace)
      .map(({ metadata }) => metadata.name)
  },
  reconcile(api, name) {
    const registration = api.store.get(REGISTRATIONS, name)
    if (registration === undefined) return undefined
    const status = objectAt(registration, 'status')
    const time = timestamp(api)
    const conditions = withCondition(status, { type: 'Available', ...availability(api, registration) }, time)
    setStatus(api, 'kube-apiserver', REGISTRATIONS, registration, { ...status, conditions })
    return undefined
  },
}

function availability({ store }: Api, registration: KubeObject): JsonObject {
  if (!isRemote(registration))
    return { status: 'True', reason: 'Local', message: 'Local APIServices are always available' }
  const { name, namespace } = textsAt(registration, 'spec', 'service')
  const where = `service/${name} in "${namespace}"`
  const service = store.get('/services', `${namespace}/${name}`)
  if (service === undefined) return { status: 'False', reason: 'ServiceNotFound', message: `${where} is not present` }
  const selector = Object.entries(textsAt(service, 'spec', 'selector'))
  const isBehind = ({ metadata: { labels = {} } }: KubeObject) =>
    selector.length > 0 && selector.every(([key, value]) => labels[key] === value)
  if (!store.list(PODS, namespace).some((pod) => isBehind(pod) && isReady(pod)))
    return {
      status: 'False',
      reason: 'MissingEndpoints',
      message: `endpoints for ${where} have no addresses with port name ""`,
    }
  const url = `https://${textAt(service, 'spec', 'clusterIP')}:443`
  const path = `/apis/${textAt(registration, 'spec', 'group')}/${textAt(registration, 'spec', 'version')}`
  const why = `Get "${url}${path}": dial tcp ${url.slice('https://'.length)}: connect: connection refused`
  return {
    status: 'False',
    reason: 'FailedDiscoveryCheck',
    message: `failing or missing response from ${url}${path}: ${why}`,
  }
}
