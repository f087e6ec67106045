import { encodeBase64 } from '../../../src/encoding/base64.ts'
import { type Api, timestamp } from '../api.ts'
import { isObject, type JsonObject, listAt, objectAt, objectsAt, textAt, textsAt, withValue } from '../json.ts'
import { type KubeObject, withoutMetadata } from '../object.ts'
import { withDefaults } from '../resources/defaults.ts'
import { DEFINITIONS } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'
import { asWritten } from '../schema/as-written.ts'
import { withSchemaDefaults } from '../schema/custom-check.ts'
import type { WriteOptions } from './request.ts'

type Prepare = (object: KubeObject, api: Api, options: WriteOptions) => JsonObject

/** What the server adds to a new object of a resource. */
const PREPARE: Readonly<Record<string, Prepare>> = {
  '/namespaces': (object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      labels: { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name },
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }),
  '/pods': (object) => ({
    ...object,
    spec: { ...objectAt(object, 'spec'), tolerations: withPatience(objectsAt(object, 'spec', 'tolerations')) },
    status: { phase: 'Pending', qosClass: qosClass(object) },
  }),
  '/secrets': withStringData,
  [DEFINITIONS]: (object) => {
    const kind = textAt(object, 'spec', 'names', 'kind')
    const names = { listKind: `${kind}List`, singular: kind.toLowerCase(), ...objectAt(object, 'spec', 'names') }
    return withValue(withValue(object, ['spec', 'names'], names), ['spec', 'conversion'], { strategy: 'None' })
  },
  'certificates.k8s.io/certificatesigningrequests': (object, _api, { user }) =>
    user === undefined
      ? object
      : { ...object, spec: { ...objectAt(object, 'spec'), username: user.name, groups: user.groups } },
  'policy/poddisruptionbudgets': (object) => ({
    ...object,
    status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
  }),
  '/nodes': (object, api) => ({
    ...object,
    spec: {
      ...objectAt(object, 'spec'),
      taints: [
        ...listAt(object, 'spec', 'taints'),
        { effect: 'NoSchedule', key: 'node.kubernetes.io/not-ready', timeAdded: timestamp(api) },
      ],
    },
  }),
}

/** A new object as the server completes it. */
export function admitNew(api: Api, resource: Resource, object: KubeObject, options: WriteOptions): KubeObject {
  const prepared = PREPARE[resource.storage]?.(object, api, options) ?? object
  return complete(resource, { ...object, ...prepared })
}

/** An object with what its resource assumes. */
export function complete(resource: Resource, object: KubeObject): KubeObject {
  const written = writtenObject(resource, object)
  const stored = resource.storage === '/secrets' ? withStringData(written) : written
  const filled = { ...written, ...withDefaults(stored, resource.storage) }
  if (resource.storage === '/secrets') Reflect.deleteProperty(filled, 'stringData')
  if (resource.custom === undefined) return filled
  const defaulted = withSchemaDefaults(filled, resource.custom.schema)
  return isObject(defaulted) ? { ...filled, ...defaulted, metadata: filled.metadata } : filled
}

const MAYBE_EMPTY = ['labels', 'annotations', 'finalizers', 'ownerReferences', 'generateName'] as const

/** An object as the server writes what it has read; see `asWritten`. */
function writtenObject({ type }: Resource, object: KubeObject): KubeObject {
  const { apiVersion, kind, metadata, ...rest } = object
  const empty = MAYBE_EMPTY.filter((name) => name in metadata && Object.keys(metadata[name] ?? {}).length === 0)
  const { metadata: own } = empty.length === 0 ? object : withoutMetadata(object, ...empty)
  return { ...objectAt({ whole: asWritten(rest, type) }, 'whole'), apiVersion, kind, metadata: own }
}

function withStringData(object: JsonObject): JsonObject {
  const { stringData, ...rest } = object
  if (!isObject(stringData)) return object
  const encoded = Object.entries(textsAt(object, 'stringData')).map(([key, text]) => [key, encodeBase64(text)])
  return { ...rest, data: { ...objectAt(object, 'data'), ...Object.fromEntries(encoded) } }
}

/** A pod that does not say how long it bears a lost node bears it for five minutes. */
function withPatience(own: readonly JsonObject[]): readonly JsonObject[] {
  const patient = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
    .filter((key) => !own.some((each) => (each.key === key || each.key === undefined) && each.effect !== 'NoSchedule'))
    .map((key) => ({ effect: 'NoExecute', key, operator: 'Exists', tolerationSeconds: 300 }))
  return [...own, ...patient]
}

function qosClass(pod: JsonObject): string {
  const text = JSON.stringify(objectAt(pod, 'spec').containers ?? [])
  if (!text.includes('"requests"') && !text.includes('"limits"')) return 'BestEffort'
  return 'Burstable'
}
