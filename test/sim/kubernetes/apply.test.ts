import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openApi } from '../../../sim/kubernetes/api.ts'
import { readFieldSet } from '../../../sim/kubernetes/fields/field-set.ts'
import type { JsonObject } from '../../../sim/kubernetes/json.ts'
import { objectAt } from '../../../sim/kubernetes/json.ts'
import type { KubeObject } from '../../../sim/kubernetes/object.ts'
import { applyObject } from '../../../sim/kubernetes/operations/apply.ts'
import { emptyKubernetes } from '../../../sim/kubernetes/state.ts'
import { manualClock } from '../../talos/manual-clock.ts'

const container = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'c'),
    image: fc.constantFrom('x:1', 'y:2'),
    args: fc.array(fc.constantFrom('-v', '-q'), { maxLength: 2 }),
    env: fc.uniqueArray(fc.record({ name: fc.constantFrom('K', 'L'), value: fc.constantFrom('1', '2') }), {
      selector: ({ name }) => name,
      maxLength: 2,
    }),
  },
  { requiredKeys: ['name', 'image'] },
)

/** Configurations of one and the same deployment. */
const configurations = fc
  .record({
    replicas: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    labels: fc.dictionary(fc.constantFrom('p', 'q', 'r'), fc.constantFrom('1', '2'), { maxKeys: 3 }),
    containers: fc.uniqueArray(container, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
  })
  .map(({ replicas, labels, containers }): JsonObject => {
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default', labels },
      spec: {
        ...(replicas === undefined ? {} : { replicas }),
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
      },
    }
  })

function world() {
  const api = openApi(emptyKubernetes('v1.35.4'), manualClock(0))
  api.store.put('/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'default', uid: 'u', resourceVersion: '', creationTimestamp: '1970-01-01T00:00:00Z' },
  })
  const resource = api.registry.stored('apps/deployments')
  const apply = (manager: string, configuration: JsonObject, force = true): KubeObject =>
    applyObject(api, { resource, namespace: 'default', name: 'web' }, configuration, { manager, force }).object
  return { apply, resource }
}

const ownedBy = (object: KubeObject, manager: string) => {
  const entry = object.metadata.managedFields?.find((each) => each.manager === manager)
  return entry === undefined ? undefined : readFieldSet(entry.fieldsV1)
}

describe('applying on the server side', () => {
  test('twice is the same as once', () => {
    fc.assert(
      fc.property(configurations, configurations, (first, second) => {
        const { apply } = world()
        apply('one', first)
        const once = apply('one', second)
        expect(apply('one', second)).toEqual(once)
      }),
    )
  })

  test('leaves of the only manager nothing that it no longer says', () => {
    fc.assert(
      fc.property(configurations, configurations, (first, second) => {
        const { apply } = world()
        const fresh = world().apply('one', second)
        apply('one', first)
        const after = apply('one', second)
        expect(objectAt(after, 'spec')).toEqual(objectAt(fresh, 'spec'))
        expect(after.metadata.labels ?? {}).toEqual(fresh.metadata.labels ?? {})
      }),
    )
  })

  test('makes the manager own what it says, whoever was there before', () => {
    fc.assert(
      fc.property(configurations, configurations, (first, second) => {
        const { apply } = world()
        apply('one', first)
        const after = apply('two', second)
        const said = ownedBy(world().apply('two', second), 'two')
        expect(ownedBy(after, 'two')).toEqual(said)
      }),
    )
  })

  test('by force, what was applied can be applied again without a conflict', () => {
    fc.assert(
      fc.property(configurations, configurations, (first, second) => {
        const { apply } = world()
        apply('one', first)
        apply('two', second)
        const again = apply('two', second, false)
        expect(again.metadata.managedFields?.map(({ manager }) => manager)).toContain('two')
      }),
    )
  })

  test('another value without force is a conflict, the same value is shared', () => {
    const { apply } = world()
    const base = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default' },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'a', image: 'x:1' }] } },
      },
    }
    apply('one', base)
    expect(apply('two', base, false).metadata.managedFields).toHaveLength(2)
    const other = { ...base, spec: { ...base.spec, replicas: 2 } }
    expect(() => apply('two', other, false)).toThrow(
      'Apply failed with 1 conflict: conflict with "one": .spec.replicas',
    )
  })
})
