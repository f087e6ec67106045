import { beforeAll, describe, expect, test } from 'vitest'
import type { Live } from '../../src/live/live.ts'
import { plan } from '../../src/plan/plan.ts'
import { fingerprintOf } from '../../src/plan/saved/fingerprint.ts'
import { readPlan, requireFresh, savePlan } from '../../src/plan/saved/saved-plan.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import type { Loaded } from '../../src/spec/load.ts'
import { changeVm, withProxmox } from './model.ts'
import { clusterOf, configDiffers, healthy, loaded, stopped } from './situations.ts'

let file: Loaded
let desired: Desired
let live: Live
let written: string
beforeAll(async () => {
  file = await loaded({})
  desired = await clusterOf({})
  live = configDiffers(healthy(desired), 'homelab-general-1')
  written = JSON.stringify(savePlan(plan(desired, live), fingerprintOf(file, live)))
})

const check = (now: Live, source = file) =>
  requireFresh(readPlan(written, 'next.plan'), plan(desired, now), fingerprintOf(source, now))

describe('a saved plan', () => {
  test('holds while nothing has changed but what changes all the time', () => {
    const later = changeVm(live, 2000, (vm) => ({
      ...vm,
      uptimeSeconds: vm.uptimeSeconds + 60,
      digest: 'f'.repeat(40),
    }))
    expect(() =>
      check(withProxmox(later, { hosts: later.proxmox.hosts.map((host) => ({ ...host, memoryUsedBytes: 7 })) })),
    ).not.toThrow()
  })

  test('holds when a node has become unready meanwhile: that is only waited for', () => {
    const { kubernetes } = live
    if (kubernetes.kind !== 'answers') throw new Error('Kubernetes does not answer')
    const nodes = kubernetes.nodes.map((node, at) => (at === 0 ? { ...node, ready: false } : node))
    const later = { ...live, kubernetes: { ...kubernetes, nodes } }
    expect(plan(desired, later).actions.map(({ effect }) => effect)).toContain('wait')
    expect(() => check(later)).not.toThrow()
  })

  test('no longer holds once a machine is another than it was, and says which', () => {
    expect(() => check(stopped(live, desired, 'homelab-general-2'))).toThrow(
      /no longer holds; changed since: VM 3001 \(homelab-general-2\), Talos on homelab-general-2/,
    )
  })

  test('no longer holds once the cluster file is another', async () => {
    const other = await loaded({ environment: 'prod' })
    expect(() => check(live, other)).toThrow('changed since: the cluster file')
  })

  test('is for one cluster', async () => {
    const other = plan(await clusterOf({ name: 'other' }), live)
    expect(() => requireFresh(readPlan(written, 'next.plan'), other, {})).toThrow('the plan is for homelab')
  })

  test.each([
    '',
    '{}',
    '[]',
    '{"format":"talmox-plan/2"}',
    '{"format":"talmox-plan/1","plan":{},"fingerprint":{"a":1}}',
  ])('is not just any file: %j', (text) => {
    expect(() => readPlan(text, 'next.plan')).toThrow('next.plan is no plan')
  })
})
