import fc from 'fast-check'

/** One request that changes an object. */
export interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly query: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: unknown
}

/** A kind of whose objects histories are made. */
export interface Subject {
  readonly kind: string
  readonly apiVersion: string
  /** Where its objects are, within a namespace. */
  readonly collection: (namespace: string) => string
  readonly histories: fc.Arbitrary<readonly Change[]>
}

type Mapping = Readonly<Record<string, unknown>>
const NAME = 'subject'

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const texts = (keys: readonly string[], values = ['1', '2', '']) =>
  fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...values), { maxKeys: keys.length })

/** Leaves out what is not there. */
const given = (value: Mapping): Mapping =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined))

const some = (shape: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, maybe(value)]))).map(given)

const named = (names: readonly string[], shape: Readonly<Record<string, fc.Arbitrary<unknown>>>, least = 0) =>
  fc.uniqueArray(
    fc.tuple(fc.constantFrom(...names), some(shape)).map(([name, rest]): Mapping => ({ name, ...rest })),
    {
      selector: ({ name }) => name,
      minLength: least,
      maxLength: names.length,
    },
  )

const metadata = some({ labels: texts(['p', 'q', 'r']), annotations: texts(['s', 't']) })

const container = {
  args: fc.array(fc.constantFrom('-v', '-q'), { maxLength: 2 }),
  env: named(['K', 'L', 'M'], { value: fc.constantFrom('1', '2') }),
  ports: fc.uniqueArray(fc.record({ containerPort: fc.constantFrom(80, 443), name: fc.constantFrom('web', 'admin') }), {
    selector: ({ containerPort }) => containerPort,
    maxLength: 2,
  }),
  resources: some({ limits: texts(['cpu', 'memory'], ['1', '2']), requests: texts(['cpu'], ['1']) }),
}
const podSpec = some({
  nodeSelector: texts(['disk', 'zone'], ['a', 'b']),
  tolerations: fc.array(fc.constantFrom({ key: 'a', operator: 'Exists' }, { key: 'b', operator: 'Exists' }), {
    maxLength: 2,
  }),
  hostNetwork: fc.boolean(),
  securityContext: some({ runAsUser: fc.constantFrom(0, 1000), fsGroup: fc.constantFrom(1, 2) }),
  volumes: named(['data', 'tmp'], {}).map((volumes) => volumes.map((volume) => ({ ...volume, emptyDir: {} }))),
})
const containers = named(['a', 'b', 'c'], container, 1).map((list) =>
  list.map((each) => ({ ...each, image: `example.invalid/${String(each.name)}:1` })),
)
const SELECTED = { app: NAME }
const deploymentSpec = fc
  .tuple(
    some({ replicas: fc.integer({ min: 0, max: 3 }), minReadySeconds: fc.constantFrom(0, 5) }),
    podSpec,
    containers,
  )
  .map(
    ([spec, pod, list]): Mapping => ({
      ...spec,
      selector: { matchLabels: SELECTED },
      template: { metadata: { labels: SELECTED }, spec: { ...pod, containers: list } },
    }),
  )

const servicePort = fc.record({
  name: fc.constantFrom('web', 'admin', 'dns'),
  port: fc.constantFrom(80, 443, 53),
  protocol: fc.constantFrom('TCP', 'UDP'),
})
const serviceSpec = fc
  .tuple(
    some({
      selector: texts(['app', 'tier'], ['a', 'b']),
      sessionAffinity: fc.constantFrom('None', 'ClientIP'),
      externalIPs: fc.uniqueArray(fc.constantFrom('192.0.2.1', '192.0.2.2'), { maxLength: 2 }),
    }),
    fc.uniqueArray(servicePort, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
  )
  .map(
    ([spec, ports]): Mapping => ({
      ...spec,
      // Strategic merges know ports by their numbers alone.
      ports: ports.filter(({ port }, at) => ports.findIndex((one) => one.port === port) === at),
    }),
  )

const widgetSpec = some({
  size: fc.integer({ min: 0, max: 3 }),
  tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
  parts: named(['lid', 'box'], { color: fc.constantFrom('red', 'blue'), options: texts(['m', 'n']) }),
  layout: texts(['rows', 'columns']),
  notes: fc.array(fc.constantFrom('one', 'two'), { maxLength: 2 }),
  places: fc.dictionary(fc.constantFrom('here', 'there'), some({ height: fc.constantFrom(1, 2) }), { maxKeys: 2 }),
  free: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom<unknown>('1', 2, { deep: 'x' }, ['l']), {
    maxKeys: 2,
  }),
})

/** The definition of the custom resource among the subjects. */
export const WIDGETS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: widgetSchema() } } },
      },
    ],
  },
}

function widgetSchema(): Mapping {
  const text = { type: 'string' }
  const map = (of: Mapping): Mapping => ({ type: 'object', additionalProperties: of })
  return {
    type: 'object',
    properties: {
      size: { type: 'integer', default: 1 },
      tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
      parts: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: { type: 'object', required: ['name'], properties: { name: text, color: text, options: map(text) } },
      },
      layout: { ...map(text), 'x-kubernetes-map-type': 'atomic' },
      notes: { type: 'array', items: text },
      places: map({ type: 'object', properties: { height: { type: 'integer' } } }),
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  }
}

const query = (fieldManager: string, more: Readonly<Record<string, string>> = {}) => ({ fieldManager, ...more })

const applied = (objects: fc.Arbitrary<Mapping>): fc.Arbitrary<Change> =>
  fc.tuple(objects, fc.constantFrom('one', 'two'), fc.boolean()).map(([body, manager, force]) => ({
    method: 'PATCH',
    query: query(manager, force ? { force: 'true' } : {}),
    contentType: 'application/apply-patch+yaml',
    body,
  }))

const replaced = (objects: fc.Arbitrary<Mapping>): fc.Arbitrary<Change> =>
  objects.map((body) => ({ method: 'PUT', query: query('editor'), contentType: 'application/json', body }))

const patched = (kind: string, bodies: fc.Arbitrary<unknown>): fc.Arbitrary<Change> =>
  bodies.map((body) => ({
    method: 'PATCH',
    query: query('patcher'),
    contentType: `application/${kind}-patch+json`,
    body,
  }))

const removable = fc.constantFrom<unknown>(null, '1', '2', '3')
const metadataPatch = some({ labels: fc.dictionary(fc.constantFrom('p', 'q', 'r'), removable, { maxKeys: 3 }) })

const operation = (paths: readonly string[], values: fc.Arbitrary<unknown>) =>
  fc
    .tuple(fc.constantFrom('add', 'replace', 'remove', 'test'), fc.constantFrom(...paths), values)
    .map(([op, path, value]) => (op === 'remove' ? { op, path } : { op, path, value }))
const LABELS = ['/metadata/labels/p', '/metadata/labels/q', '/metadata/annotations/s']

interface Recipe {
  readonly kind: string
  readonly apiVersion: string
  readonly plural: string
  /** What its objects have besides metadata. */
  readonly content: fc.Arbitrary<Mapping>
  /** Patches that replace lists, and those that merge them. */
  readonly merges: fc.Arbitrary<Mapping>
  readonly strategic?: fc.Arbitrary<Mapping>
  readonly operations: fc.Arbitrary<unknown>
}

function subject({ kind, apiVersion, plural, content, merges, strategic, operations }: Recipe): Subject {
  const objects = fc
    .tuple(metadata, content)
    .map(([own, rest]): Mapping => ({ apiVersion, kind, metadata: { name: NAME, ...own }, ...rest }))
  const patches = fc.tuple(metadataPatch, merges).map(([own, rest]) => ({ metadata: own, ...rest }))
  const changes = fc.oneof(
    { weight: 5, arbitrary: applied(objects) },
    { weight: 1, arbitrary: replaced(objects) },
    { weight: 1, arbitrary: patched('merge', patches) },
    { weight: 1, arbitrary: patched('json', fc.array(operations, { minLength: 1, maxLength: 2 })) },
    ...(strategic === undefined
      ? []
      : [
          {
            weight: 1,
            arbitrary: patched(
              'strategic-merge',
              fc.tuple(metadataPatch, strategic).map(([own, rest]) => ({ metadata: own, ...rest })),
            ),
          },
        ]),
  )
  const created: fc.Arbitrary<Change> = objects.map((body) => ({
    method: 'POST',
    query: query('maker'),
    contentType: 'application/json',
    body,
  }))
  const first = fc.oneof({ weight: 3, arbitrary: applied(objects) }, { weight: 1, arbitrary: created })
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return {
    kind,
    apiVersion,
    collection: (namespace) => `${root}/namespaces/${namespace}/${plural}`,
    histories: fc
      .tuple(first, fc.array(changes, { minLength: 3, maxLength: 6 }))
      .map(([begin, rest]) => [begin, ...rest]),
  }
}

const templatePatch = (pod: fc.Arbitrary<Mapping>) =>
  fc.tuple(some({ replicas: fc.constantFrom(null, 1, 2) }), maybe(pod)).map(([spec, own]) => ({
    spec: own === undefined ? spec : { ...spec, template: { spec: own } },
  }))

/** The kinds whose objects change in histories. */
export const SUBJECTS: readonly Subject[] = [
  subject({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    plural: 'configmaps',
    content: some({ data: texts(['a', 'b', 'c']), binaryData: texts(['d'], ['eA==', '']) }),
    merges: some({ data: fc.dictionary(fc.constantFrom('a', 'b'), removable, { maxKeys: 2 }) }),
    strategic: some({ data: fc.dictionary(fc.constantFrom('a', 'b'), removable, { maxKeys: 2 }) }),
    operations: operation([...LABELS, '/data/a', '/data/b'], fc.constantFrom('1', '2')),
  }),
  subject({
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    plural: 'deployments',
    content: deploymentSpec.map((spec) => ({ spec })),
    merges: templatePatch(
      fc.oneof(
        podSpec,
        containers.map((list) => ({ containers: list })),
      ),
    ),
    strategic: templatePatch(
      named(['a', 'b', 'd'], { ...container, $patch: fc.constant('delete') }).map((list) => ({
        containers: list.map((each) =>
          '$patch' in each ? { name: each.name, $patch: 'delete' } : { ...each, image: 'example.invalid/other:2' },
        ),
      })),
    ),
    operations: fc.oneof(
      operation(LABELS, fc.constantFrom('1', '2')),
      operation(['/spec/replicas'], fc.constantFrom(1, 2)),
      operation(['/spec/template/spec/containers/0/image'], fc.constantFrom('x:1', 'y:2')),
      operation(['/spec/template/spec/containers/-'], fc.constant({ name: 'added', image: 'x:1' })),
    ),
  }),
  subject({
    kind: 'Service',
    apiVersion: 'v1',
    plural: 'services',
    content: serviceSpec.map((spec) => ({ spec })),
    merges: serviceSpec.map((spec) => ({ spec })),
    strategic: servicePort.map((port) => ({ spec: { ports: [{ ...port, name: 'extra', port: 8080 }] } })),
    operations: operation([...LABELS, '/spec/selector/app', '/spec/sessionAffinity'], fc.constantFrom('a', 'None')),
  }),
  subject({
    kind: 'Widget',
    apiVersion: 'example.com/v1',
    plural: 'widgets',
    content: some({ spec: widgetSpec }),
    merges: some({ spec: widgetSpec }),
    operations: fc.oneof(
      operation([...LABELS, '/spec/layout/rows', '/spec/free/a'], fc.constantFrom('1', '2')),
      operation(['/spec/size'], fc.constantFrom(1, 2)),
    ),
  }),
]

/** The name of the object that every history is about. */
export const SUBJECT_NAME = NAME
