import { isList, isObject, type Json, type JsonObject, textAt } from '../json.ts'

/** A value that is assumed at a path; `[]` goes through a list. */
type Default = readonly [path: string, value: Json | ((parent: JsonObject) => Json | undefined)]

const pullPolicy = (container: JsonObject): Json => {
  const image = textAt(container, 'image')
  const name = image.slice(image.lastIndexOf('/') + 1)
  return !image.includes('@') && (!name.includes(':') || name.endsWith(':latest')) ? 'Always' : 'IfNotPresent'
}

const container: readonly Default[] = [
  ['imagePullPolicy', pullPolicy],
  ['resources', {}],
  ['terminationMessagePath', '/dev/termination-log'],
  ['terminationMessagePolicy', 'File'],
  ['ports[].protocol', 'TCP'],
]

const podSpec: readonly Default[] = [
  ['dnsPolicy', 'ClusterFirst'],
  ['restartPolicy', 'Always'],
  ['schedulerName', 'default-scheduler'],
  ['securityContext', {}],
  ['terminationGracePeriodSeconds', 30],
  ['serviceAccount', ({ serviceAccountName }) => serviceAccountName],
  ...below('containers[]', container),
  ...below('initContainers[]', container),
  ['volumes[].configMap.defaultMode', 420],
  ['volumes[].secret.defaultMode', 420],
  ['volumes[].hostPath.type', ''],
]

function below(path: string, defaults: readonly Default[]): readonly Default[] {
  return defaults.map(([rest, value]) => [`${path}.${rest}`, value] as const)
}

const template = below('spec.template.spec', podSpec)

/** Whether a service takes what comes from outside of the cluster. */
export const isReachedFromOutside = ({ type, externalIPs }: JsonObject): boolean =>
  type === 'NodePort' || type === 'LoadBalancer' || (isList(externalIPs) && externalIPs.length > 0)

/** What the server assumes, by where the objects are kept. */
const DEFAULTS: Readonly<Record<string, readonly Default[]>> = {
  '/pods': [
    ...below('spec', podSpec),
    ['spec.enableServiceLinks', true],
    ['spec.preemptionPolicy', 'PreemptLowerPriority'],
    ['spec.priority', 0],
  ],
  'apps/deployments': [
    ['spec.replicas', 1],
    ['spec.revisionHistoryLimit', 10],
    ['spec.progressDeadlineSeconds', 600],
    ['spec.strategy', {}],
    ['spec.strategy.type', 'RollingUpdate'],
    ['spec.strategy.rollingUpdate', ({ type }) => (type === 'RollingUpdate' ? {} : undefined)],
    ['spec.strategy.rollingUpdate.maxSurge', '25%'],
    ['spec.strategy.rollingUpdate.maxUnavailable', '25%'],
    ...template,
  ],
  'apps/replicasets': [['spec.replicas', 1], ...template],
  'apps/statefulsets': [
    ['spec.replicas', 1],
    ['spec.revisionHistoryLimit', 10],
    ['spec.podManagementPolicy', 'OrderedReady'],
    ...template,
  ],
  'apps/daemonsets': [
    ['spec.revisionHistoryLimit', 10],
    ['spec.updateStrategy', {}],
    ['spec.updateStrategy.type', 'RollingUpdate'],
    ['spec.updateStrategy.rollingUpdate', ({ type }) => (type === 'RollingUpdate' ? {} : undefined)],
    ['spec.updateStrategy.rollingUpdate.maxSurge', 0],
    ['spec.updateStrategy.rollingUpdate.maxUnavailable', 1],
    ...template,
  ],
  'batch/jobs': [['spec.completions', 1], ['spec.parallelism', 1], ['spec.backoffLimit', 6], ...template],
  '/services': [
    ['spec.type', 'ClusterIP'],
    ['spec.sessionAffinity', 'None'],
    ['spec.sessionAffinityConfig', ({ sessionAffinity }) => (sessionAffinity === 'ClientIP' ? {} : undefined)],
    ['spec.sessionAffinityConfig.clientIP', {}],
    ['spec.sessionAffinityConfig.clientIP.timeoutSeconds', 10_800],
    ['spec.internalTrafficPolicy', 'Cluster'],
    ['spec.externalTrafficPolicy', (spec) => (isReachedFromOutside(spec) ? 'Cluster' : undefined)],
    ['spec.ports[].protocol', 'TCP'],
    ['spec.ports[].targetPort', ({ port }) => port],
  ],
  '/secrets': [['type', 'Opaque']],
  '/persistentvolumeclaims': [['spec.volumeMode', 'Filesystem']],
}

/** An object with what the server assumes filled in, and without what has lost its meaning. */
export function withDefaults(object: JsonObject, storage: string): JsonObject {
  const meant = storage === '/services' ? withoutMeaningless(object) : object
  return (DEFAULTS[storage] ?? []).reduce((filled, [path, value]) => fill(filled, path.split('.'), value), meant)
}

function withoutMeaningless(service: JsonObject): JsonObject {
  const { spec } = service
  if (!isObject(spec)) return service
  if (spec.sessionAffinityConfig === undefined || spec.sessionAffinity === 'ClientIP') return service
  const { sessionAffinityConfig: _, ...rest } = spec
  return { ...service, spec: rest }
}

function fill(object: JsonObject, [step = '', ...rest]: readonly string[], value: Default[1]): JsonObject {
  const key = step.replace('[]', '')
  const held = object[key]
  if (rest.length === 0) {
    if (held !== undefined && held !== null) return object
    const found = typeof value === 'function' ? value(object) : value
    return found === undefined ? object : { ...object, [key]: found }
  }
  if (isObject(held)) return { ...object, [key]: fill(held, rest, value) }
  if (!isList(held) || !step.endsWith('[]')) return object
  return { ...object, [key]: held.map((item) => (isObject(item) ? fill(item, rest, value) : item)) }
}
