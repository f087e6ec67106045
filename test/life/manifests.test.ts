import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import { applyObject } from '../../sim/kubernetes/operations/apply.ts'
import { openStage, type Stage } from './stage.ts'

const NAMESPACE = '{ apiVersion: v1, kind: Namespace, metadata: { name: apps } }'
const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Widget, plural: widgets, singular: widget }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
---
apiVersion: example.com/v1
kind: Widget
metadata: { name: one, namespace: apps }
`
/** Pods are only simulated, so that nobody answers behind a service. */
const ELSEWHERE = `
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1beta1.readings.example.com }
spec:
  group: readings.example.com
  version: v1beta1
  groupPriorityMinimum: 100
  versionPriority: 100
  service: { name: readings, namespace: apps }
`
const READING = '{ apiVersion: readings.example.com/v1beta1, kind: Reading, metadata: { name: one } }'
const settings = (colour: string) =>
  `{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: apps }, data: { colour: ${colour} } }`

const setManifests = (file: Document, ...manifests: readonly string[]) =>
  file.setIn(
    ['kubernetes', 'manifests'],
    file.createNode(manifests.map((inline, index) => ({ name: `m${index}`, inline }))),
  )

describe('the manifests of a cluster file', { timeout: 600_000 }, () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({
      example: 'single-node',
      edit: (file) => setManifests(file, DEFINITION, NAMESPACE, settings('red')),
    })
  }, 600_000)
  afterAll(() => stage.close())

  const up = async () => {
    const { code, stdout, stderr } = await stage.talmox('up', '--yes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }
  const api = () => {
    const [one] = stage.running.talos.kubernetes.values()
    if (one === undefined) throw new Error('there is no Kubernetes')
    return one
  }
  const objectIn = (storage: string, key: string) => api().store.get(storage, key)
  const colour = () => Object(objectIn('/configmaps', 'apps/settings')).data.colour

  test('they are applied, definitions before what they define', async () => {
    expect(await up()).toContain('+ apply the manifests of solo (the file brings them)')
    expect(colour()).toBe('red')
    expect(objectIn('example.com/widgets', 'apps/one')).toBeDefined()
    expect(await up()).toMatch(/^solo: nothing to do\.\n/)
  })

  test('what changes in the file changes in the cluster, and is said without values', async () => {
    stage.edit((file) => setManifests(file, DEFINITION, NAMESPACE, settings('blue')))
    const out = await up()
    expect(out).toContain('    ~ ConfigMap apps/settings: data.colour\n')
    expect(colour()).toBe('blue')
  })

  test('what somebody deletes comes back, and what somebody takes over stays theirs', async () => {
    const { registry, store } = api()
    const resource = registry.stored('/configmaps')
    const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'apps' } }
    applyObject(
      api(),
      { resource, namespace: 'apps', name: 'settings' },
      { ...theirs, data: { colour: 'green' } },
      { manager: 'somebody', force: true },
    )
    const { stdout } = await stage.talmox('plan')
    expect(stdout).toContain(
      'warning: solo: ConfigMap apps/settings is left as it is, since others own what its manifest sets: .data.colour (somebody)',
    )
    expect(await up()).toContain('nothing else to do')
    expect(colour()).toBe('green')
    store.remove('/configmaps', 'apps/settings')
    expect(await up()).toContain('    + ConfigMap apps/settings\n')
    expect(colour()).toBe('blue')
  })

  test('an API in the cluster that is down holds up nothing but its own objects', async () => {
    stage.edit((file) => setManifests(file, DEFINITION, NAMESPACE, settings('blue'), ELSEWHERE))
    expect(await up()).toContain('    + APIService v1beta1.readings.example.com\n')
    stage.edit((file) => setManifests(file, DEFINITION, NAMESPACE, settings('grey'), ELSEWHERE, READING))
    await up()
    expect(colour()).toBe('grey')
    const again = await up()
    expect(again).toContain('warning: solo: Reading one is left as it is, since its API does not answer: ')
    expect(again).toContain('solo: nothing else to do.')
    expect((await stage.talmox('status')).code).toBe(0)
    stage.edit((file) => setManifests(file, DEFINITION, NAMESPACE, settings('blue')))
    await up()
  })

  test('what leaves the file is deleted, but for what others may use', async () => {
    stage.edit((file) => file.deleteIn(['kubernetes', 'manifests']))
    const out = await up()
    expect(out).toContain('    - ConfigMap apps/settings\n')
    expect(out).toContain('    Namespace apps stays: others may use it\n')
    expect(objectIn('/configmaps', 'apps/settings')).toBeUndefined()
    expect(objectIn('example.com/widgets', 'apps/one')).toBeUndefined()
    expect(objectIn('/namespaces', 'apps')).toBeDefined()
    expect(await up()).toMatch(/^solo: nothing to do\.\n/)
  })
})
