import { afterAll, expect, test } from 'vitest'
import { withMetadata } from '../../sim/kubernetes/object.ts'
import type { KubernetesClient } from '../../src/kubernetes/client/client.ts'
import { KubernetesError } from '../../src/kubernetes/client/error.ts'
import { followNodes } from '../../src/kubernetes/nodes/follow-nodes.ts'
import { NODES } from '../../src/kubernetes/objects/kinds.ts'
import { listObjects } from '../../src/kubernetes/objects/read.ts'
import { serveOnLoopback } from '../sim/kubernetes/loopback.ts'
import { bringUp } from '../sim/kubernetes/small-cluster.ts'
import { clientOf } from './client-of.ts'

const cluster = await serveOnLoopback({ speed: 50 })
bringUp(cluster.api)
const client = clientOf(cluster)
afterAll(() => {
  client.close()
  cluster.close()
})
const { store, clock } = cluster.api
const never = new AbortController().signal

/** A client that tells what is asked through it. */
function counted() {
  const calls: string[] = []
  const heard: KubernetesClient = {
    ...client,
    request: (message) => {
      calls.push(`list ${message.path}`)
      return client.request(message)
    },
    open: (message) => {
      calls.push(`watch ${message.path}`)
      return client.open(message)
    },
  }
  return { calls, open: async () => heard }
}

/** Changes a node as somebody would who writes on it. */
function touch(name: string, unschedulable: boolean): void {
  const node = store.get('/nodes', name)
  if (node === undefined) throw new Error(`${name} is not there`)
  const spec = typeof node.spec === 'object' ? node.spec : {}
  store.put('/nodes', { ...withMetadata(node, {}), spec: { ...spec, unschedulable } })
}

test('many who wait for nodes share one list and one watch, which ends with the last of them', async () => {
  const { calls, open } = counted()
  const follow = followNodes(clock, open)
  const wait = async (name: string) => {
    for await (const node of follow(name, never)) if (node?.unschedulable) return node.name
    return undefined
  }
  const waiting = ['cp1', 'w1', 'w2', 'w1'].map(wait)
  const first = follow('cp1', never)
  expect((await first.next()).value).toMatchObject({ name: 'cp1', unschedulable: false })
  for (const name of ['w2', 'w1', 'cp1']) touch(name, true)
  expect(await Promise.all(waiting)).toEqual(['cp1', 'w1', 'w2', 'w1'])
  await first.return(undefined)
  expect(calls).toEqual(['list /api/v1/nodes', 'watch /api/v1/nodes'])
  for (const name of ['w2', 'w1', 'cp1']) touch(name, false)
  await follow('w1', never).next()
  expect(calls.filter((call) => call.startsWith('list'))).toHaveLength(2)
})

test('a change while somebody is busy with the last one is not missed', async () => {
  const changes = followNodes(clock, counted().open)('w1', never)
  expect((await changes.next()).value?.unschedulable).toBe(false)
  touch('w1', true)
  // Others write on it as well.
  while ((await changes.next()).value?.unschedulable === false);
  touch('w1', false)
  await listObjects(client, NODES)
  while ((await changes.next()).value?.unschedulable === true);
  await changes.return(undefined)
})

test('a node that is not there is nothing, and the signal ends the wait for it', async () => {
  const stop = new AbortController()
  const changes = followNodes(clock, counted().open)('w9', stop.signal)
  expect(await changes.next()).toEqual({ done: false, value: undefined })
  const next = changes.next()
  stop.abort()
  expect((await next).done).toBe(true)
})

test('everybody hears that the API does not answer, and the next who comes tries again', async () => {
  let tries = 0
  const follow = followNodes(clock, async () => {
    tries++
    if (tries === 1) throw new KubernetesError('it does not answer', { code: 'kubernetes-unreachable', again: 'later' })
    return client
  })
  const [a, b] = [follow('w1', never).next(), follow('w2', never).next()]
  await expect(a).rejects.toThrow('it does not answer')
  await expect(b).rejects.toThrow('it does not answer')
  const later = follow('w1', never)
  expect((await later.next()).value).toMatchObject({ name: 'w1' })
  await later.return(undefined)
  expect(tries).toBe(2)
})
