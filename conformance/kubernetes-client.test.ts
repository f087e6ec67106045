import process from 'node:process'
import { afterAll, describe, test } from 'vitest'
import { applyObject } from '../src/kubernetes/objects/apply.ts'
import { NAMESPACES } from '../src/kubernetes/objects/kinds.ts'
import { BEHAVIOURS } from '../test/kubernetes/behaviour.ts'
import { startKubernetes } from './genuine-kubernetes.ts'

const { client, stop } = await startKubernetes(process.env.GENUINE_PROGRAMS ?? '')
afterAll(stop)

describe('a genuine API server', () => {
  test.each(BEHAVIOURS.map((each, index) => [each.sentence, each, `check-${index + 1}`] as const))(
    '%s',
    async (_, { check }, name) => {
      await applyObject(client, NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
      await check(client, name)
    },
  )
})
