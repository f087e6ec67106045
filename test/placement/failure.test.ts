import { describe, expect, test } from 'vitest'
import { place } from '../../src/placement/place.ts'
import type { PlacementFailure, PlacementHost, PlacementMachine, PlacementPolicy } from '../../src/placement/types.ts'
import { controlPlane, GIB, host, several, spread, worker } from './world.ts'

/** The one failure of a placement that has exactly one. */
function failureOf(machines: PlacementMachine[], hosts: PlacementHost[], policy: PlacementPolicy): PlacementFailure {
  const { failures } = place(machines, hosts, policy)
  const [only] = failures
  if (only === undefined || failures.length !== 1) throw new Error(`${failures.length} failures instead of one`)
  return only
}

const disk = (name: string, size: number) => ({ storage: { '*': { [name]: size * GIB } } })

describe('a machine without a place says what is short, where, and what would help:', () => {
  test('CPU, counted with overcommit and reserve', () => {
    const policy = { ...spread, cpuOvercommit: 1.5, reserve: { cpu: 1, memory: 0 } }
    const machines = several(3, (index) => worker(`w-${index}`, 4, 1))
    expect(failureOf(machines, [host('a', 8, 64)], policy)).toEqual({
      machine: 'w-3',
      constraint: 'cpu',
      message: 'w-3 fits on no host: a, which comes closest, has 3 CPU free of the 4 needed (1 short)',
      hint: 'free 1 CPU on a (or raise cpuOvercommit, or lower reserve.cpu), give w-3 1 CPU less, or add a host with room for 4 CPU, 1 GiB',
      hosts: [{ host: 'a', constraint: 'cpu', needed: 4, limit: 11, free: 3, short: 1 }],
    })
  })

  test('CPU, where overcommit would allow a machine that Proxmox does not start', () => {
    const failure = failureOf([worker('w-1', 8, 1)], [host('a', 4, 64)], { ...spread, cpuOvercommit: 4 })
    expect(failure.message).toBe(
      'w-1 fits on no host: a, which comes closest, has 4 CPU in all, and Proxmox starts no machine with more (8 needed, 4 short)',
    )
    expect(failure.hint).toBe('give w-1 at most 4 CPU, or add a host with room for 8 CPU, 1 GiB')
  })

  test('memory, on the host that comes closest', () => {
    const policy = { ...spread, reserve: { cpu: 0, memory: 2 * GIB } }
    const failure = failureOf([worker('w-1', 1, 16)], [host('a', 8, 8), host('b', 8, 14), host('c', 8, 10)], policy)
    expect(failure.constraint).toBe('memory')
    expect(failure.message).toBe(
      'w-1 fits on no host: b, which comes closest, has 12 GiB of memory free of the 16 GiB needed (4 GiB short)',
    )
    expect(failure.hint).toBe(
      'free 4 GiB of memory on b (or lower reserve.memory), give w-1 4 GiB less, or add a host with room for 1 CPU, 16 GiB',
    )
    expect(failure.hosts.map((short) => [short.host, short.short / GIB])).toEqual([
      ['a', 10],
      ['b', 4],
      ['c', 8],
    ])
  })

  test('everything the closest host lacks at once', () => {
    const failure = failureOf([worker('w-1', 8, 16)], [host('a', 4, 15)], {
      ...spread,
      cpuOvercommit: 2,
      reserve: { cpu: 1, memory: 0 },
    })
    expect(failure.message).toContain('has 7 CPU free of the 8 needed (1 short), has 4 CPU in all')
    expect(failure.message).toContain('and has 15 GiB of memory free')
    expect(failure.constraint).toBe('cpu')
  })

  test('bytes of a storage that only this host has', () => {
    const hosts = [host('a', 8, 64, { storages: { tank: { free: 100 * GIB } } })]
    const machines = several(2, (index) => worker(`w-${index}`, 1, 1, disk('tank', 60)))
    const failure = failureOf(machines, hosts, spread)
    expect(failure.constraint).toBe('storage')
    expect(failure.message).toBe(
      'w-2 fits on no host: a, which comes closest, has 40 GiB free on storage tank of the 60 GiB needed (20 GiB short)',
    )
    expect(failure.hint).toBe(
      'free 20 GiB on storage tank of a, use another storage for w-2, or add a host with room for 1 CPU, 1 GiB',
    )
  })

  test('bytes of a storage that all hosts share, which count once', () => {
    const storages = { ceph: { free: 100 * GIB, shared: true } }
    const hosts = [host('a', 8, 64, { storages }), host('b', 8, 64, { storages })]
    const machines = several(3, (index) => worker(`w-${index}`, 1, 1, disk('ceph', 40)))
    expect(failureOf(machines, hosts, spread).hosts.map((short) => short.free / GIB)).toEqual([20, 20])
  })

  test('a storage that the host does not have', () => {
    const hosts = [host('a', 8, 64, { storages: { local: { free: 100 * GIB } } })]
    const failure = failureOf([worker('w-1', 1, 1, disk('tank', 1))], hosts, spread)
    expect(failure.message).toBe('w-1 fits on no host: a, which comes closest, has no storage tank')
    expect(failure.hint).toMatch(/^make storage tank available on a, use a storage that a has for w-1, /)
  })

  test('a device that another machine took', () => {
    const hosts = [host('a', 8, 64, { devices: { gpu: 1 } }), host('b', 8, 64, { devices: {} })]
    const machines = several(2, (index) => worker(`gpu-${index}`, 1, 1, { devices: ['gpu'] }))
    const failure = failureOf(machines, hosts, spread)
    expect(failure.constraint).toBe('device')
    expect(failure.message).toBe('gpu-2 fits on no host: a, which comes closest, has 0 of 1 device gpu left (1 needed)')
    expect(failure.hint).toBe('give a 1 more device gpu, or add a host with room for 1 CPU, 1 GiB')
    expect(failure.hosts[1]).toMatchObject({ host: 'b', absent: true })
  })

  test('two devices for one machine', () => {
    const hosts = [host('a', 8, 64, { devices: { gpu: 1 } })]
    const failure = failureOf([worker('w-1', 1, 1, { devices: ['gpu', 'gpu'] })], hosts, spread)
    expect(failure.message).toContain('has 1 of 1 device gpu left (2 needed)')
  })

  test.each([
    ['total', 'machines', worker],
    ['worker', 'workers', worker],
    ['controlPlane', 'control planes', controlPlane],
  ] as const)('maxPerHost.%s', (key, kind, make) => {
    const machines = several(3, (index) => make(`m-${index}`, 1, 1))
    const failure = failureOf(machines, [host('a', 8, 64)], { ...spread, maxPerHost: { [key]: 2 } })
    expect(failure.constraint).toBe('max-per-host')
    expect(failure.message).toBe(`m-3 fits on no host: a, which comes closest, may hold no more than 2 ${kind}`)
    expect(failure.hint).toBe(`raise maxPerHost.${key}, or add a host with room for 1 CPU, 1 GiB`)
  })

  test('hostLoss.controlPlanes', () => {
    const machines = several(3, (index) => controlPlane(`cp-${index}`, 1, 1))
    const failure = failureOf(machines, [host('a', 8, 64), host('b', 8, 64)], {
      ...spread,
      hostLoss: { controlPlanes: 1 },
    })
    expect(failure.constraint).toBe('host-loss')
    expect(failure.message).toBe(
      'cp-3 fits on no host: a, which comes closest, may hold no more than 1 control plane, to die with it',
    )
    expect(failure.hint).toBe('raise hostLoss.controlPlanes, or add a host with room for 1 CPU, 1 GiB')
  })

  test('hostLoss.workersPercent, rounded down', () => {
    const machines = several(5, (index) => worker(`w-${index}`, 1, 1))
    const policy = { ...spread, hostLoss: { workersPercent: 50 } }
    expect(failureOf(machines, [host('a', 8, 64), host('b', 8, 64)], policy).constraint).toBe('host-loss')
    expect(place(machines, [host('a', 8, 64), host('b', 8, 64), host('c', 8, 64)], policy).failures).toEqual([])
  })

  test('a hostLoss that allows not even one worker, which another host would not cure', () => {
    const policy = { ...spread, hostLoss: { workersPercent: 20 } }
    const [failure] = place([worker('w-1', 1, 1), worker('w-2', 1, 1)], [host('a', 8, 64)], policy).failures
    expect(failure?.message).toContain('may hold no more than 0 workers')
    expect(failure?.hint).toBe('raise hostLoss.workersPercent')
  })
})

describe('a pin fails', () => {
  const hosts = [host('a', 4, 8), host('b', 64, 128)]

  test('when its host is not known', () => {
    expect(failureOf([worker('w-1', 1, 1, { pin: 'pve9' })], hosts, spread)).toEqual({
      machine: 'w-1',
      constraint: 'pin',
      message: 'w-1 is pinned to pve9, which is not among the hosts that can be used',
      hint: 'pin w-1 to a or b, or add pve9 to the hosts, or bring it back',
      hosts: [],
    })
  })

  test('when its host has no room, although another one has', () => {
    const failure = failureOf([worker('w-1', 4, 16, { pin: 'a' })], hosts, spread)
    expect(failure.constraint).toBe('memory')
    expect(failure.message).toBe(
      'w-1 does not fit on a, to which the file pins it: a has 8 GiB of memory free of the 16 GiB needed (8 GiB short)',
    )
    expect(failure.hint).toMatch(/, or pin w-1 to another host$/)
    expect(failure.hosts.map((short) => short.host)).toEqual(['a'])
  })

  test('when the strategy asks for one and there is none', () => {
    const machines = [worker('w-1', 1, 1, { pin: 'b' }), worker('w-2', 1, 1, { placed: 'a' }), worker('w-3', 1, 1)]
    const failure = failureOf(machines, hosts, { ...spread, strategy: 'pin' })
    expect(failure.machine).toBe('w-3')
    expect(failure.message).toBe('w-3 is not pinned, and the strategy pin leaves the choice of every host to the file')
    expect(failure.hint).toBe('pin w-3 to a or b, or use the strategy spread')
  })
})

test('without hosts every machine that does not exist yet fails', () => {
  const failure = failureOf([worker('w-1', 1, 1), worker('w-2', 1, 1, { placed: 'a' })], [], spread)
  expect(failure.constraint).toBe('no-hosts')
  expect(failure.message).toBe('there is no host to place w-1 on')
})

test('what the hint asks for is enough', () => {
  const machines = several(3, (index) => worker(`w-${index}`, 4, 8))
  const [short] = failureOf(machines, [host('a', 8, 64)], spread).hosts
  expect(place(machines, [host('a', 8 + (short?.short ?? 0), 64)], spread).failures).toEqual([])
})

test('failures beside each other do not keep the others from their places', () => {
  const machines = [worker('huge-1', 99, 1), worker('w-1', 1, 1), worker('huge-2', 99, 1)]
  const placement = place(machines, [host('a', 8, 64)], spread)
  expect(placement.decisions.map((decision) => decision.machine)).toEqual(['w-1'])
  expect(placement.failures.map((failure) => failure.machine)).toEqual(['huge-1', 'huge-2'])
})
