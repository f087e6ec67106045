import { parseAllDocuments } from 'yaml'
import { addressAt, formatIp } from '../../../src/net/ip.ts'
import type { Api } from '../api.ts'
import { make } from '../controllers/write.ts'
import { isObject, type JsonObject, objectAt, parseJson, textAt } from '../json.ts'
import { applyObject } from '../operations/apply.ts'
import { DEFAULT_SERVICE_CIDR, SERVICE_CIDRS, serviceRanges } from '../operations/service-cidrs.ts'
import { Refusal } from '../status.ts'
import type { ManifestSettings } from './manifest.ts'
import { ownManifests } from './own-manifests.ts'
import { defaultRoles } from './roles.ts'

const SERVER = 'kube-apiserver'
const TALOS = 'talos'

/** The API server starts for the first time: what every cluster has is made. */
export function startCluster(api: Api): void {
  const { store, registry } = api
  for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease'])
    if (store.get('/namespaces', name) === undefined)
      make(api, SERVER, '/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  for (const object of [...defaultRoles, ...PRIORITIES]) {
    const resource = registry.ofKind(textAt(object, 'apiVersion'), textAt(object, 'kind'))
    const name = textAt(object, 'metadata', 'name')
    if (resource !== undefined && store.get(resource.storage, name) === undefined)
      make(api, SERVER, resource.storage, object)
  }
  openServiceRange(api)
  if (store.get('/services', 'default/kubernetes') === undefined) make(api, SERVER, '/services', ownService(api))
}

/** From Kubernetes 1.33 on, the range that the server is told is an object too. */
function openServiceRange(api: Api): void {
  const { store, registry, state } = api
  const isServed = registry.find('networking.k8s.io', 'v1', 'servicecidrs') !== undefined
  if (!isServed || store.get(SERVICE_CIDRS, DEFAULT_SERVICE_CIDR) !== undefined) return
  make(api, SERVER, SERVICE_CIDRS, {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name: DEFAULT_SERVICE_CIDR },
    spec: { cidrs: state.networks.serviceSubnets },
  })
}

/** The service of the API server itself, which has the first address of the leading family. */
function ownService(api: Api): JsonObject {
  const [range] = serviceRanges(api).values()
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'kubernetes', namespace: 'default', labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: {
      ...(range === undefined ? {} : { clusterIP: formatIp(addressAt(range, 1n)) }),
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    },
  }
}

const PRIORITIES: readonly JsonObject[] = [
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
].map(([name, value]) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: name ?? '' },
  value: value ?? 0,
}))

/** What Talos applies when a cluster is begun, and again whenever its config changes. */
export interface BootstrapManifests extends ManifestSettings {
  /** Further manifests, inline and downloaded, each a text of several documents. */
  readonly manifests: readonly string[]
}

/** Applies what Talos brings, then what the config adds; returns what could not be applied, to be tried again. */
export function bootstrapManifests(api: Api, settings: BootstrapManifests): readonly string[] {
  const objects = [
    ...ownManifests(settings).flatMap(({ objects: own }) => own),
    ...settings.manifests.flatMap(parseObjects),
  ]
  return objects.flatMap((object) => {
    try {
      applyOne(api, object)
      return []
    } catch (error) {
      if (error instanceof Refusal)
        return [`${textAt(object, 'kind')} ${textAt(object, 'metadata', 'name')}: ${error.message}`]
      throw error
    }
  })
}

function parseObjects(text: string): readonly JsonObject[] {
  const documents = parseAllDocuments(text)
  return (Array.isArray(documents) ? documents : []).flatMap((document) => {
    const value = parseJson(JSON.stringify(document.toJS({ maxAliasCount: 100 }) ?? null))
    return isObject(value) ? [value] : []
  })
}

function applyOne(api: Api, object: JsonObject): void {
  const [apiVersion, kind] = [textAt(object, 'apiVersion'), textAt(object, 'kind')]
  const resource = api.registry.ofKind(apiVersion, kind)
  if (resource === undefined)
    throw new Refusal(404, 'NotFound', `no matches for kind "${kind}" in version "${apiVersion}"`)
  const metadata = objectAt(object, 'metadata')
  const namespace = resource.namespaced ? textAt(metadata, 'namespace') || 'default' : undefined
  applyObject(api, { resource, namespace, name: textAt(metadata, 'name') }, object, { manager: TALOS, force: true })
}
