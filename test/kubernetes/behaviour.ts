import { expect } from 'vitest'
import type { KubernetesClient } from '../../src/kubernetes/client/client.ts'
import { applyManifests } from '../../src/kubernetes/manifests/apply.ts'
import { compareManifests } from '../../src/kubernetes/manifests/compare.ts'
import { parseManifests } from '../../src/kubernetes/manifests/parse.ts'
import { pruneManifests } from '../../src/kubernetes/manifests/prune.ts'
import { cordon, deleteNode, uncordon } from '../../src/kubernetes/nodes/cordon.ts'
import { drain } from '../../src/kubernetes/nodes/drain.ts'
import { applyObject } from '../../src/kubernetes/objects/apply.ts'
import {
  BUDGETS,
  CONFIG_MAPS,
  DEPLOYMENTS,
  type Kind,
  type KubernetesObject,
  NAMESPACES,
  NODES,
  PODS,
} from '../../src/kubernetes/objects/kinds.ts'
import type { Place } from '../../src/kubernetes/objects/paths.ts'
import { getObject, listObjects } from '../../src/kubernetes/objects/read.ts'
import { watchObjects } from '../../src/kubernetes/objects/watch.ts'
import { deleteObject, mergeObject } from '../../src/kubernetes/objects/write.ts'
import { wait } from '../../src/world/clock.ts'

/** Something that holds for every Kubernetes API, genuine or simulated. */
export interface Behaviour {
  readonly sentence: string
  /** Gets a namespace of its own. */
  readonly check: (client: KubernetesClient, namespace: string) => Promise<void>
}

type Loose = KubernetesObject & { readonly [key: string]: unknown }

/** A kind of whose objects everything is looked at. */
const loosely = ({ apiVersion, kind, plural, namespaced }: Place): Kind<Loose> => ({
  apiVersion,
  kind,
  plural,
  namespaced,
})

const configMap = (name: string, namespace: string, data: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  data,
})

const deployment = (namespace: string, containers: readonly object[], replicas?: number): Loose => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace },
  spec: {
    ...(replicas === undefined ? {} : { replicas }),
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
  },
})

const send = async (
  client: KubernetesClient,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET',
  path: string,
  body?: unknown,
  contentType = 'application/json',
) => await client.request({ method, path, body, contentType })

const read = (client: KubernetesClient, namespace: string, name: string) =>
  getObject(client, loosely(CONFIG_MAPS), { namespace, name })

/** The owners of an object without the times, in a fixed order. */
function owners(object: Loose | undefined): unknown {
  const { managedFields } = { managedFields: [], ...object?.metadata }
  return managedFields.map(({ time: _, ...rest }: { time?: string }) => rest)
}

/** Runs as a kubelet would for pods that are being deleted. */
function reapPods(client: KubernetesClient, namespace: string): () => Promise<void> {
  const stop = new AbortController()
  const reaping = (async () => {
    for await (const { object } of watchObjects(client, PODS, { namespace, signal: stop.signal }))
      if (object.metadata.deletionTimestamp !== undefined)
        await deleteObject(client, PODS, { namespace, name: object.metadata.name }, { graceSeconds: 0 })
  })()
  return async () => {
    stop.abort()
    await reaping
  }
}

async function runningPod(client: KubernetesClient, namespace: string, name: string, node: string): Promise<void> {
  await send(client, 'POST', `/api/v1/namespaces/${namespace}/pods`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { app: 'web' } },
    spec: {
      nodeName: node,
      containers: [{ name: 'web', image: 'example.invalid/web:1' }],
      tolerations: [{ operator: 'Exists' }],
    },
  })
  const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }
  await send(
    client,
    'PATCH',
    `/api/v1/namespaces/${namespace}/pods/${name}/status`,
    { status },
    'application/strategic-merge-patch+json',
  )
}

async function until(client: KubernetesClient, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return
    await wait(client.clock, 200)
  }
  throw new Error('it never came true')
}

const DEFINITION = `
apiVersion: example.talmox.dev/v1
kind: Widget
metadata: { name: one, namespace: NAMESPACE }
spec: { size: 3, parts: [{ name: a, count: 1 }] }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.talmox.dev }
spec:
  group: example.talmox.dev
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size: { type: integer, minimum: 1, maximum: 9 }
                colour: { type: string, default: red }
                parts:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items:
                    type: object
                    required: [name]
                    properties: { name: { type: string }, count: { type: integer } }
`
const WIDGETS = { apiVersion: 'example.talmox.dev/v1', kind: 'Widget', plural: 'widgets', namespaced: true }

/** What is checked against the simulated API in the tests, and against a genuine API server in the conformance run. */
export const BEHAVIOURS: readonly Behaviour[] = [
  {
    sentence: 'applying creates, and applying the same again changes nothing',
    async check(client, namespace) {
      const wanted = configMap('a', namespace, { one: '1' })
      const first = await applyObject<Loose>(client, CONFIG_MAPS, wanted)
      const second = await applyObject<Loose>(client, CONFIG_MAPS, wanted)
      expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion)
      expect(owners(second)).toEqual([
        {
          manager: 'talmox',
          operation: 'Apply',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { 'f:one': {} } },
        },
      ])
    },
  },
  {
    sentence: 'a conflict names the field and its owner, and force takes the field over',
    async check(client, namespace) {
      await applyObject(client, CONFIG_MAPS, configMap('a', namespace, { one: '1', two: '2' }), { manager: 'other' })
      const wanted = configMap('a', namespace, { one: 'mine' })
      await expect(applyObject(client, CONFIG_MAPS, wanted)).rejects.toMatchObject({
        code: 'kubernetes-conflict',
        message: `ConfigMap ${namespace}/a: others own fields that it sets: .data.one ("other")`,
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "other"', field: '.data.one' }],
      })
      const taken = await applyObject<Loose>(client, CONFIG_MAPS, wanted, { force: true })
      expect(taken.data).toEqual({ one: 'mine', two: '2' })
      expect(owners(taken)).toMatchObject([
        { manager: 'other', fieldsV1: { 'f:data': { 'f:two': {} } } },
        { manager: 'talmox', fieldsV1: { 'f:data': { 'f:one': {} } } },
      ])
    },
  },
  {
    sentence: 'several conflicts are told by owner',
    async check(client, namespace) {
      await send(
        client,
        'POST',
        `/api/v1/namespaces/${namespace}/configmaps`,
        configMap('a', namespace, { one: '1', two: '2' }),
      )
      await expect(
        applyObject(client, CONFIG_MAPS, configMap('a', namespace, { one: 'x', two: 'y' })),
      ).rejects.toMatchObject({
        cause: {
          message: `Kubernetes answered 409 to PATCH /api/v1/namespaces/${namespace}/configmaps/a: Apply failed with 2 conflicts: conflicts with "talmox" using v1:\n- .data.one\n- .data.two`,
        },
      })
    },
  },
  {
    sentence: 'what is no longer applied goes, unless somebody else wants it too',
    async check(client, namespace) {
      await applyObject(client, CONFIG_MAPS, configMap('a', namespace, { one: '1', two: '2', three: '3' }))
      await applyObject(client, CONFIG_MAPS, configMap('a', namespace, { two: '2' }), { manager: 'other' })
      const after = await applyObject<Loose>(client, CONFIG_MAPS, configMap('a', namespace, { three: '3' }))
      expect(after.data).toEqual({ two: '2', three: '3' })
    },
  },
  {
    sentence: 'items of lists are owned by their keys',
    async check(client, namespace) {
      const web = { name: 'web', image: 'example.invalid/web:1', ports: [{ containerPort: 80 }] }
      await applyObject(client, DEPLOYMENTS, deployment(namespace, [web], 0))
      const side = deployment(namespace, [{ name: 'side', image: 'example.invalid/side:1' }])
      await applyObject(client, DEPLOYMENTS, side, { manager: 'other' })
      const both = await getObject(client, loosely(DEPLOYMENTS), { namespace, name: 'web' })
      expect(both?.spec).toMatchObject({ template: { spec: { containers: [{ name: 'web' }, { name: 'side' }] } } })
      expect(owners(both)).toContainEqual({
        manager: 'talmox',
        operation: 'Apply',
        apiVersion: 'apps/v1',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:spec': {
            'f:replicas': {},
            'f:selector': {},
            'f:template': {
              'f:metadata': { 'f:labels': { 'f:app': {} } },
              'f:spec': {
                'f:containers': {
                  'k:{"name":"web"}': {
                    '.': {},
                    'f:image': {},
                    'f:name': {},
                    'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
                  },
                },
              },
            },
          },
        },
      })
      const alone = await applyObject<Loose>(client, DEPLOYMENTS, deployment(namespace, [{ ...web, name: 'new' }], 0))
      expect(alone.spec).toMatchObject({ template: { spec: { containers: [{ name: 'side' }, { name: 'new' }] } } })
    },
  },
  {
    sentence: 'unknown fields, wrong types and missing values are refused with their place',
    async check(client, namespace) {
      const path = `/api/v1/namespaces/${namespace}/configmaps?fieldValidation=Strict`
      const wrong = { ...configMap('a', namespace, {}), dta: {} }
      await expect(send(client, 'POST', path, wrong)).rejects.toMatchObject({
        status: 400,
        reason: 'BadRequest',
        message: expect.stringContaining('strict decoding error: unknown field "dta"'),
      })
      const typed = deployment(namespace, [{ name: 'a', image: 'b' }])
      await expect(
        applyObject(client, DEPLOYMENTS, { ...typed, spec: { ...Object(typed.spec), replica: 1 } }),
      ).rejects.toMatchObject({
        status: 500,
        message: expect.stringContaining('.spec.replica: field not declared in schema'),
      })
      await expect(
        applyObject(client, DEPLOYMENTS, deployment(namespace, [{ image: 'b', name: 'A_b' }])),
      ).rejects.toMatchObject({
        status: 422,
        code: 'kubernetes-invalid',
      })
    },
  },
  {
    sentence: 'names, revisions and identities are held to',
    async check(client, namespace) {
      const base = `/api/v1/namespaces/${namespace}/configmaps`
      const made = await applyObject<Loose>(client, CONFIG_MAPS, configMap('a', namespace, { one: '1' }))
      await expect(send(client, 'POST', base, configMap('a', namespace, {}))).rejects.toMatchObject({
        code: 'kubernetes-exists',
        message: expect.stringContaining('configmaps "a" already exists'),
      })
      const stale = {
        ...configMap('a', namespace, { one: '2' }),
        metadata: { name: 'a', namespace, resourceVersion: made.metadata.resourceVersion },
      }
      await send(client, 'PUT', `${base}/a`, stale)
      await expect(send(client, 'PUT', `${base}/a`, { ...stale, data: { one: '3' } })).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining(
          'the object has been modified; please apply your changes to the latest version and try again',
        ),
      })
      await expect(
        deleteObject(client, CONFIG_MAPS, { namespace, name: 'a' }, { uid: 'another' }),
      ).rejects.toMatchObject({ status: 409 })
      expect(await deleteObject(client, CONFIG_MAPS, { namespace, name: 'a' })).toBe(true)
      expect(await deleteObject(client, CONFIG_MAPS, { namespace, name: 'a' })).toBe(false)
      expect(await read(client, namespace, 'a')).toBeUndefined()
      await expect(send(client, 'GET', `${base}/a`)).rejects.toMatchObject({
        message: expect.stringContaining('configmaps "a" not found'),
      })
      const named = await send(client, 'POST', base, {
        ...configMap('', namespace, {}),
        metadata: { generateName: 'made-' },
      })
      expect(named).toMatchObject({ metadata: { name: expect.stringMatching(/^made-[a-z0-9]{5}$/) } })
    },
  },
  {
    sentence: 'the three other kinds of patch do what they say',
    async check(client, namespace) {
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments`
      await send(
        client,
        'POST',
        path,
        deployment(
          namespace,
          [
            { name: 'a', image: 'a:1' },
            { name: 'b', image: 'b:1' },
          ],
          0,
        ),
      )
      const strategic = {
        spec: {
          template: {
            spec: {
              containers: [
                { name: 'b', image: 'b:2' },
                { name: 'c', image: 'c:1' },
              ],
            },
          },
        },
      }
      await send(client, 'PATCH', `${path}/web`, strategic, 'application/strategic-merge-patch+json')
      await send(client, 'PATCH', `${path}/web`, { metadata: { labels: { x: 'y' } } }, 'application/merge-patch+json')
      const operations = [
        { op: 'test', path: '/metadata/labels/x', value: 'y' },
        { op: 'remove', path: '/spec/template/spec/containers/0' },
        { op: 'add', path: '/metadata/annotations', value: { 'a/b': '1' } },
      ]
      const after = await send(client, 'PATCH', `${path}/web`, operations, 'application/json-patch+json')
      expect(after).toMatchObject({
        metadata: { labels: { x: 'y' }, annotations: { 'a/b': '1' } },
        spec: { template: { spec: { containers: [{ name: 'b', image: 'b:2' }, { name: 'c' }] } } },
      })
    },
  },
  {
    sentence: 'a list in pages shows one moment, and selectors select',
    async check(client, namespace) {
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        await applyObject(client, CONFIG_MAPS, {
          ...configMap(name, namespace, {}),
          metadata: { name, namespace, labels: { odd: String(name < 'c') } },
        })
      const path = `/api/v1/namespaces/${namespace}/configmaps`
      const query = { limit: 2, labelSelector: 'odd' }
      const first = await client.request({ method: 'GET', path, query })
      expect(first).toMatchObject({ items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }] })
      await deleteObject(client, CONFIG_MAPS, { namespace, name: 'd' })
      const next = Object(Object(first).metadata).continue
      const second = await client.request({ method: 'GET', path, query: { ...query, limit: 9, continue: next } })
      expect(Object(second).items.map((item: Loose) => item.metadata.name)).toEqual(['c', 'd', 'e'])
      const odd = await listObjects(client, CONFIG_MAPS, {
        namespace,
        labels: 'odd in (true)',
        fields: 'metadata.name!=a',
      })
      expect(odd.items.map(({ metadata }) => metadata.name)).toEqual(['b'])
    },
  },
  {
    sentence: 'a watch tells what happens from a given moment on',
    async check(client, namespace) {
      const { resourceVersion } = await listObjects(client, CONFIG_MAPS, { namespace })
      await applyObject(client, CONFIG_MAPS, configMap('a', namespace, { one: '1' }))
      await applyObject(client, CONFIG_MAPS, configMap('a', namespace, { one: '2' }))
      await deleteObject(client, CONFIG_MAPS, { namespace, name: 'a' })
      const stop = new AbortController()
      const seen: string[] = []
      const options = { namespace, since: resourceVersion, signal: stop.signal, fields: 'metadata.name=a' }
      for await (const { type, object } of watchObjects(client, CONFIG_MAPS, options)) {
        seen.push(`${type} ${object.data?.one}`)
        if (type === 'DELETED') stop.abort()
      }
      expect(seen).toEqual(['ADDED 1', 'MODIFIED 2', 'DELETED 2'])
    },
  },
  {
    sentence: 'custom resources are applied with their definition, checked, completed, and pruned when taken out',
    async check(client, namespace) {
      const inventory = { namespace, name: 'applied' }
      const manifests = parseManifests(DEFINITION.replace('NAMESPACE', namespace), 'widgets.yaml')
      const missing = { object: expect.stringMatching(/Definition|Widget/), state: 'missing' }
      expect(await compareManifests(client, manifests, inventory)).toEqual({
        differences: [missing, missing],
        obsolete: [],
      })
      await applyManifests(client, manifests, { inventory })
      const same = { differences: [], obsolete: [] }
      expect(await compareManifests(client, manifests, inventory)).toEqual(same)
      const widget = await getObject<Loose>(client, WIDGETS, { namespace, name: 'one' })
      expect(widget?.spec).toEqual({ size: 3, colour: 'red', parts: [{ name: 'a', count: 1 }] })
      const path = `/apis/example.talmox.dev/v1/namespaces/${namespace}/widgets`
      const bad = {
        apiVersion: WIDGETS.apiVersion,
        kind: 'Widget',
        metadata: { name: 'two', namespace },
        spec: { size: 12 },
      }
      await expect(send(client, 'POST', path, bad)).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining('spec.size in body should be less than or equal to 9'),
      })
      const open = { ...bad, spec: { size: 1, unknown: true } }
      expect(await send(client, 'POST', path, open)).toMatchObject({ spec: { size: 1, colour: 'red' } })
      expect(Object(await send(client, 'GET', `${path}/two`)).spec).not.toHaveProperty('unknown')
      const rest = manifests.filter(({ kind }) => kind !== 'Widget')
      await applyManifests(client, rest, { inventory })
      const gone = { object: `Widget ${namespace}/one`, kept: false }
      expect(await compareManifests(client, rest, inventory)).toEqual({ differences: [], obsolete: [gone] })
      await pruneManifests(client, rest, inventory)
      expect(await compareManifests(client, rest, inventory)).toEqual(same)
      expect(await getObject(client, WIDGETS, { namespace, name: 'one' })).toBeUndefined()
    },
  },
  {
    sentence: 'manifests are compared by paths; fields of Talos are taken over, and those of others left to them',
    async check(client, namespace) {
      const inventory = { namespace, name: 'applied' }
      const manifest = (data: Record<string, string>) => [configMap('web', namespace, data)]
      const states = async (data: Record<string, string>) =>
        (await compareManifests(client, manifest(data), inventory)).differences
      await applyObject(client, CONFIG_MAPS, configMap('web', namespace, { one: '1' }), { manager: 'talos' })
      const object = `ConfigMap ${namespace}/web`
      expect(await states({ one: '1' })).toEqual([{ object, state: 'unlisted' }])
      expect(await states({ one: '2' })).toEqual([{ object, state: 'differs', paths: ['data.one'] }])
      await applyManifests(client, manifest({ one: '2', two: '2' }), { inventory })
      expect((await getObject(client, CONFIG_MAPS, { namespace, name: 'web' }))?.data).toEqual({ one: '2', two: '2' })
      const theirs = configMap('web', namespace, { two: '3' })
      await applyObject(client, CONFIG_MAPS, theirs, { manager: 'somebody', force: true })
      const owned = [{ object, state: 'owned', fields: '.data.two (somebody)' }]
      expect(await states({ one: '2', two: '2' })).toEqual(owned)
      await applyManifests(client, manifest({ one: '2', two: '2' }), { inventory })
      expect((await getObject(client, CONFIG_MAPS, { namespace, name: 'web' }))?.data).toEqual({ one: '2', two: '3' })
    },
  },
  {
    sentence: 'an object that was left to others is not deleted when its manifest goes, nor one made anew by somebody',
    async check(client, namespace) {
      const inventory = { namespace, name: 'applied' }
      const manifests = [configMap('theirs', namespace, { one: '2' }), configMap('anew', namespace, { one: '2' })]
      await applyObject(client, CONFIG_MAPS, configMap('theirs', namespace, { one: '1' }), { manager: 'somebody' })
      await applyManifests(client, manifests, { inventory })
      await deleteObject(client, CONFIG_MAPS, { namespace, name: 'anew' })
      await applyObject(client, CONFIG_MAPS, configMap('anew', namespace, { one: '3' }), { manager: 'somebody' })
      await pruneManifests(client, [], inventory)
      expect((await getObject(client, CONFIG_MAPS, { namespace, name: 'theirs' }))?.data).toEqual({ one: '1' })
      expect((await getObject(client, CONFIG_MAPS, { namespace, name: 'anew' }))?.data).toEqual({ one: '3' })
      expect(await compareManifests(client, [], inventory)).toEqual({ differences: [], obsolete: [] })
    },
  },
  {
    sentence: 'what is said of a secret that is refused does not repeat it',
    async check(client, namespace) {
      const text = `{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: ${namespace}}, stringData: {pin: 48151623}}`
      const applying = applyManifests(client, parseManifests(text, 's.yaml'), {
        inventory: { namespace, name: 'applied' },
      })
      const error: unknown = await applying.catch((refused: unknown) => refused)
      expect(error).toMatchObject({ message: expect.stringMatching(/^Kubernetes answered [45]\d\d to Secret /) })
      expect(String(error)).not.toContain('48151623')
    },
  },
  {
    sentence: 'what somebody else made is left to them, and is not deleted when it leaves the manifests',
    async check(client, namespace) {
      const inventory = { namespace, name: 'applied' }
      const place = { namespace, name: 'theirs' }
      await applyObject(client, CONFIG_MAPS, configMap('theirs', namespace, { one: '1' }), { manager: 'somebody' })
      const manifests = [configMap('theirs', namespace, { one: '2' }), configMap('ours', namespace, { one: '2' })]
      await applyManifests(client, manifests, { inventory })
      expect(await compareManifests(client, [], inventory)).toEqual({
        differences: [],
        obsolete: [{ object: `ConfigMap ${namespace}/ours`, kept: false }],
      })
      await pruneManifests(client, [], inventory)
      expect((await getObject(client, CONFIG_MAPS, place))?.data).toEqual({ one: '1' })
    },
  },
  {
    sentence: 'a drain evicts what budgets let go, and says which pods and budgets hold it up',
    async check(client, namespace) {
      const node = `node-${namespace}`
      await send(client, 'POST', '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: node } })
      const budget = {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'web', namespace },
        spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
      }
      await applyObject(client, BUDGETS, budget)
      for (const name of ['one', 'two']) await runningPod(client, namespace, name, node)
      await until(
        client,
        async () => (await getObject(client, BUDGETS, { namespace, name: 'web' }))?.status?.disruptionsAllowed === 1,
      )
      const stop = reapPods(client, namespace)
      try {
        await expect(drain(client, node, { timeoutMs: 14_000 })).rejects.toMatchObject({
          code: 'drain-timeout',
          message: expect.stringMatching(
            new RegExp(
              `^${node} was not drained within 14 s: ${namespace}/(one|two) \\(The disruption budget web needs 1 healthy pods and has 1 currently\\)$`,
            ),
          ),
        })
        expect((await listObjects(client, PODS, { namespace })).items).toHaveLength(1)
        expect((await getObject(client, NODES, { name: node }))?.spec?.unschedulable).toBe(true)
        await deleteObject(client, BUDGETS, { namespace, name: 'web' })
        await drain(client, node, { timeoutMs: 60_000 })
        expect((await listObjects(client, PODS, { namespace })).items).toHaveLength(0)
      } finally {
        await stop()
        await deleteNode(client, node)
      }
    },
  },
  {
    sentence: 'a node is cordoned, let go, and forgotten',
    async check(client, namespace) {
      const name = `node-${namespace}`
      await send(client, 'POST', '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name } })
      expect(await cordon(client, name)).toBe(true)
      expect((await getObject(client, NODES, { name }))?.spec?.unschedulable).toBe(true)
      expect(await uncordon(client, name)).toBe(true)
      expect((await getObject(client, NODES, { name }))?.spec?.unschedulable).toBeUndefined()
      // What a person cordoned is theirs, also where this program came by.
      await mergeObject(client, NODES, { name }, { spec: { unschedulable: true } })
      expect([await cordon(client, name), await uncordon(client, name)]).toEqual([true, true])
      expect((await getObject(client, NODES, { name }))?.spec?.unschedulable).toBe(true)
      expect(await deleteNode(client, name)).toBe(true)
      expect([await cordon(client, name), await deleteNode(client, name)]).toEqual([false, false])
    },
  },
  {
    sentence: 'a namespace goes with everything in it, and takes nothing new meanwhile',
    async check(client, namespace) {
      const held = {
        ...configMap('held', namespace, {}),
        metadata: { name: 'held', namespace, finalizers: ['example.talmox.dev/wait'] },
      }
      await applyObject(client, CONFIG_MAPS, held)
      await deleteObject(client, NAMESPACES, { name: namespace })
      await expect(applyObject(client, CONFIG_MAPS, configMap('late', namespace, {}))).rejects.toMatchObject({
        status: 403,
        message: expect.stringContaining(
          `unable to create new content in namespace ${namespace} because it is being terminated`,
        ),
      })
      await until(client, async () => (await read(client, namespace, 'held'))?.metadata.deletionTimestamp !== undefined)
      await send(
        client,
        'PATCH',
        `/api/v1/namespaces/${namespace}/configmaps/held`,
        { metadata: { finalizers: null } },
        'application/merge-patch+json',
      )
      await until(client, async () => (await getObject(client, NAMESPACES, { name: namespace })) === undefined)
    },
  },
]
