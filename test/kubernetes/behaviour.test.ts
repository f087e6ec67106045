import { afterAll, describe, test } from 'vitest'
import { startCluster } from '../../sim/kubernetes/bootstrap/bootstrap.ts'
import { applyObject } from '../../src/kubernetes/objects/apply.ts'
import { NAMESPACES } from '../../src/kubernetes/objects/kinds.ts'
import { serveOnLoopback } from '../sim/kubernetes/loopback.ts'
import { BEHAVIOURS } from './behaviour.ts'
import { clientOf } from './client-of.ts'

const cluster = await serveOnLoopback({ speed: 50 })
startCluster(cluster.api)
const client = clientOf(cluster)
afterAll(() => {
  client.close()
  cluster.close()
})

describe('the simulated API server', () => {
  test.each(BEHAVIOURS.map((each, index) => [each.sentence, each, `check-${index + 1}`] as const))(
    '%s',
    async (_, { check }, name) => {
      await applyObject(client, NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
      await check(client, name)
    },
  )
})
