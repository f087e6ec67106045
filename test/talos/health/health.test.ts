import { describe, expect, test } from 'vitest'
import type { Condition, HealthView, Outcome } from '../../../src/talos/health/condition.ts'
import { CONDITIONS } from '../../../src/talos/health/conditions.ts'
import { lookAt, type Progress, waitFor } from '../../../src/talos/health/wait.ts'
import { UserError } from '../../../src/user-error.ts'
import type { Clock } from '../../../src/world/clock.ts'
import { healthyMachine, type Machine, nodeOf } from './machine.ts'

const ADDRESSES = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.9'] as const

/** Three control planes and a worker, one of which may have something wrong. */
function world(change: (machines: Record<string, Machine>) => void = () => undefined, view: Partial<HealthView> = {}) {
  const machines: Record<string, Machine> = {}
  for (const address of ADDRESSES) machines[address] = healthyMachine()
  change(machines)
  const nodes = Object.entries(machines).map(([address, machine]) => nodeOf(address, machine))
  const cluster: HealthView = { controlPlanes: nodes.slice(0, 3), workers: nodes.slice(3), hasNetwork: true, ...view }
  return { machines, cluster }
}

function machine(machines: Record<string, Machine>, address: (typeof ADDRESSES)[number]): Machine {
  const found = machines[address]
  if (found === undefined) throw new Error(`there is no machine ${address}`)
  return found
}

async function seen(cluster: HealthView): Promise<Record<string, Outcome>> {
  return Object.fromEntries((await lookAt(CONDITIONS, cluster)).map((one) => [one.condition.name, one.outcome]))
}

test('conditions are looked at in the order of Talos', () => {
  expect(CONDITIONS.map(({ name }) => name)).toEqual([
    'etcd-healthy',
    'etcd-consistent',
    'etcd-control-planes',
    'api-ready',
    'memory',
    'disk',
    'diagnostics',
    'kubelet-healthy',
    'booted',
    'nodes-reported',
    'control-plane-running',
    'control-plane-ready',
    'nodes-ready',
    'kube-proxy',
    'coredns',
    'nodes-schedulable',
  ])
})

test('a healthy cluster meets every condition', async () => {
  const { cluster } = world(undefined, { workloads: async () => ({ desired: 2, ready: 2 }) })
  for (const { condition, outcome } of await lookAt(CONDITIONS, cluster))
    expect(outcome, condition.name).toEqual({ kind: 'ok' })
})

test('a member whose control plane cannot be asked is no stranger', async () => {
  const member = { id: 5n, hostname: 'cp4', peerUrls: ['https://10.0.0.77:2380'] }
  const { cluster } = world((all) => {
    for (const one of Object.values(all)) one.members = [...one.members, member]
  })
  expect((await seen(cluster))['etcd-control-planes']?.kind).toBe('waiting')
  expect((await seen({ ...cluster, absent: ['10.0.0.77'] }))['etcd-control-planes']?.kind).toBe('ok')
})

describe('what is wrong is said, and only there', () => {
  const cases: readonly { name: string; change: (machines: Record<string, Machine>) => void; says: string }[] = [
    {
      name: 'etcd-healthy',
      change: (all) => {
        machine(all, '10.0.0.2').services.etcd = { state: 'Preparing', healthy: false }
      },
      says: '10.0.0.2: etcd is Preparing: no luck',
    },
    {
      name: 'etcd-consistent',
      change: (all) => {
        machine(all, '10.0.0.3').members = [{ id: 7n, hostname: 'cp3', peerUrls: ['https://10.0.0.3:2380'] }]
      },
      says: 'control planes disagree',
    },
    {
      name: 'etcd-control-planes',
      change: (all) => {
        for (const one of Object.values(all))
          one.members = [...one.members, { id: 5n, hostname: 'old', peerUrls: ['https://10.0.0.77:2380'] }]
      },
      says: 'old 0000000000000005 is not a control plane',
    },
    {
      name: 'etcd-control-planes',
      change: (all) => {
        for (const one of Object.values(all)) one.members = one.members.slice(0, 2)
      },
      says: '10.0.0.3 is not a member of etcd',
    },
    {
      name: 'memory',
      change: (all) => {
        machine(all, '10.0.0.1').memoryMiB = 1500
      },
      says: '10.0.0.1: has 1500 MiB of memory, at least 1698 MiB are needed',
    },
    {
      name: 'disk',
      change: (all) => {
        machine(all, '10.0.0.9').dataMiB = 2000
      },
      says: '10.0.0.9: has 2000 MiB for data',
    },
    {
      name: 'diagnostics',
      change: (all) => {
        machine(all, '10.0.0.9').warnings = ['address overlap']
      },
      says: '10.0.0.9: address overlap',
    },
    {
      name: 'kubelet-healthy',
      change: (all) => {
        machine(all, '10.0.0.1').services.kubelet = { state: 'Running', healthy: false }
      },
      says: '10.0.0.1: kubelet is unhealthy: no luck',
    },
    {
      name: 'booted',
      change: (all) => {
        machine(all, '10.0.0.9').ready = false
      },
      says: '10.0.0.9: is running, services: kubelet not running',
    },
    {
      name: 'control-plane-running',
      change: (all) => {
        machine(all, '10.0.0.2').pods['kube-scheduler'] = { phase: 'Pending', ready: true }
      },
      says: '10.0.0.2: kube-scheduler not yet',
    },
    {
      name: 'control-plane-ready',
      change: (all) => {
        machine(all, '10.0.0.2').pods['kube-apiserver'] = { phase: 'Running', ready: false }
      },
      says: '10.0.0.2: kube-apiserver not yet',
    },
    {
      name: 'nodes-ready',
      change: (all) => {
        machine(all, '10.0.0.9').node = { nodeReady: false, unschedulable: false }
      },
      says: '10.0.0.9: is not ready',
    },
    {
      name: 'nodes-schedulable',
      change: (all) => {
        machine(all, '10.0.0.9').node = { nodeReady: true, unschedulable: true }
      },
      says: '10.0.0.9: is cordoned',
    },
  ]

  test.each(cases)('$name: $says', async ({ name, change, says }) => {
    const outcomes = await seen(world(change).cluster)
    expect(outcomes[name]).toEqual({ kind: 'waiting', reason: expect.stringContaining(says) })
    const others = Object.entries(outcomes).filter(([other, { kind }]) => other !== name && kind === 'waiting')
    expect(others).toEqual([])
  })

  test('a worker is measured by a smaller minimum than a control plane', async () => {
    const { cluster } = world((all) => {
      machine(all, '10.0.0.9').memoryMiB = 1000
    })
    expect((await seen(cluster)).memory).toEqual({ kind: 'ok' })
  })

  test('a dead machine is a reason to wait, in all conditions that ask it', async () => {
    const { cluster } = world((all) => {
      machine(all, '10.0.0.9').down = 'connection refused'
    })
    const outcomes = await seen(cluster)
    expect(outcomes['etcd-healthy']).toEqual({ kind: 'ok' })
    expect(outcomes['api-ready']).toEqual({ kind: 'waiting', reason: expect.stringContaining('10.0.0.9') })
  })
})

describe('what does not apply is skipped with a reason', () => {
  test('without a network nobody waits for ready nodes', async () => {
    const outcomes = await seen(world(undefined, { hasNetwork: false }).cluster)
    expect(outcomes['nodes-ready']).toEqual({ kind: 'skipped', reason: 'the cluster comes without a network' })
  })

  test('a workload that the cluster does not have', async () => {
    const outcomes = await seen(world(undefined, { workloads: async () => undefined }).cluster)
    expect(outcomes['kube-proxy']).toEqual({ kind: 'skipped', reason: 'the cluster has no kube-proxy' })
  })

  test('a workload that is not ready yet is waited for', async () => {
    const outcomes = await seen(world(undefined, { workloads: async () => ({ desired: 3, ready: 1 }) }).cluster)
    expect(outcomes.coredns).toEqual({ kind: 'waiting', reason: '1 of 3 pods of coredns are ready' })
  })
})

describe('waiting', () => {
  const clockThatLeaps = (): Clock => {
    let time = 0
    return {
      now: () => time,
      after(milliseconds, run) {
        time += milliseconds
        queueMicrotask(run)
        return () => undefined
      },
    }
  }
  const condition = (...outcomes: readonly Outcome[]): Condition => {
    let at = 0
    const check = async (): Promise<Outcome> => outcomes[Math.min(at++, outcomes.length - 1)] ?? { kind: 'ok' }
    return { name: 'test', sentence: 'a thing happens', otherwise: 'nothing happens', timeoutMs: 60_000, check }
  }
  const { cluster } = world()
  const no = (reason: string): Outcome => ({ kind: 'waiting', reason })

  test('tells every change once and goes on when the condition holds', async () => {
    const told: Progress[] = []
    const slow = condition(no('a'), no('a'), no('b'), { kind: 'ok' })
    await waitFor([slow, condition({ kind: 'ok' })], cluster, {
      clock: clockThatLeaps(),
      report: (one) => told.push(one),
    })
    expect(told.map(({ outcome, elapsedMs }) => [outcome.kind === 'ok' ? 'ok' : outcome.reason, elapsedMs])).toEqual([
      ['a', 0],
      ['b', 10_000],
      ['ok', 15_000],
      ['ok', 0],
    ])
  })

  test('gives up after the time the condition may take, with the last reason', async () => {
    const waiting = waitFor([condition(no('etcd is Preparing'))], cluster, {
      clock: clockThatLeaps(),
      report: () => undefined,
    })
    await expect(waiting).rejects.toThrow('after 1 min nothing happens: etcd is Preparing')
    await expect(waiting).rejects.toBeInstanceOf(UserError)
  })

  test('is interrupted by its signal', async () => {
    const controller = new AbortController()
    controller.abort(new Error('interrupted'))
    const options = { clock: clockThatLeaps(), report: () => undefined, signal: controller.signal }
    await expect(waitFor([condition(no('a'))], cluster, options)).rejects.toThrow('interrupted')
  })
})
