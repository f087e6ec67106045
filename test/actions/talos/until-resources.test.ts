import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { untilResources } from '../../../src/actions/talos/until-resources.ts'
import type { Look } from '../../../src/actions/until.ts'
import { staticPods } from '../../../src/talos/cosi/kinds.ts'
import { EventType, State } from '../../../src/talos/gen/cosi/state_pb.ts'
import { unreadyPods } from '../../../src/talos/health/kubernetes-conditions.ts'
import { leapingClock } from '../../sim/leaping-clock.ts'
import { memoryNode } from '../../talos/memory-node.ts'

const pod = (name: string, ready: boolean) => ({
  metadata: { id: `kube-system/${name}-cp-1`, version: '1' },
  spec: {
    yamlSpec: stringify({ phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] }),
  },
})
const told = (name: string, ready: boolean) => ({ eventType: EventType.CREATED, resource: pod(name, ready) })
const gone = (name: string) => ({ eventType: EventType.DESTROYED, resource: pod(name, true) })
const complete = { eventType: EventType.BOOTSTRAPPED }
const failed = { eventType: EventType.ERRORED }

type Told = ReturnType<typeof told | typeof gone> | typeof complete | typeof failed

/** A machine that tells so much of its pods in each watch, and then ends it; how often it was watched, and what was said. */
async function watched(...streams: readonly (readonly Told[])[]) {
  const left = [...streams]
  const said: string[] = []
  let watches = 0
  const node = memoryNode('10.0.0.1', (router) =>
    router.service(State, {
      async *watch({ options }) {
        expect(options?.bootstrapContents).toBe(true)
        watches++
        for (const event of left.shift() ?? []) yield { event: [event] }
      },
    }),
  )
  const telling = { progress: (text: string) => void said.push(text), signal: new AbortController().signal }
  const judge = (pods: Parameters<typeof unreadyPods>[0]): Look<true> => {
    const unready = unreadyPods(pods)
    return unready === undefined ? { value: true } : { waiting: unready }
  }
  await untilResources({ clock: leapingClock() }, telling, { node, kind: staticPods, judge })
  return { watches, said }
}

const NAMES = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']
const all = NAMES.map((name) => told(name, true))

test('one call hears of everything until all of it is as it should be', async () => {
  const slow = [told('kube-apiserver', false), told('kube-scheduler', false), complete, ...all]
  expect(await watched(slow)).toEqual({
    watches: 1,
    said: [
      'kube-apiserver, kube-controller-manager, kube-scheduler not yet',
      'kube-controller-manager, kube-scheduler not yet',
      'kube-scheduler not yet',
    ],
  })
})

test('what was there in the beginning is judged only as a whole', async () => {
  expect(await watched([...all, complete])).toEqual({ watches: 1, said: [] })
})

test('what has gone does not count any more, and a watch that ends is begun again', async () => {
  expect(await watched([told('kube-apiserver', true), complete, gone('kube-apiserver')], [...all, complete])).toEqual({
    watches: 2,
    said: [
      'kube-controller-manager, kube-scheduler not yet',
      'kube-apiserver, kube-controller-manager, kube-scheduler not yet',
      // Told once more as the reason why the whole is waited for.
      'kube-apiserver, kube-controller-manager, kube-scheduler not yet',
    ],
  })
})

test('a machine that breaks a watch off is watched again', async () => {
  const { watches, said } = await watched([failed], [...all, complete])
  expect({ watches, said }).toEqual({
    watches: 2,
    said: ['the machine ended the watch of StaticPodStatuses.kubernetes.talos.dev'],
  })
})
