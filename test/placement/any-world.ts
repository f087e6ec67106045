import fc from 'fast-check'
import type { PlacementHost, PlacementMachine, PlacementPolicy } from '../../src/placement/types.ts'
import { spread, worker } from './world.ts'

/** Everything placement is given. */
export interface World {
  readonly machines: readonly PlacementMachine[]
  readonly hosts: readonly PlacementHost[]
  readonly policy: PlacementPolicy
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const present = <T extends object>(record: T) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

export const hostNames = ['pve', 'pve-1', 'pve-1-a', 'a.b']

export const anyHost = (name: string): fc.Arbitrary<PlacementHost> =>
  fc
    .record({
      cpu: maybe(fc.integer({ min: 1, max: 12 })),
      memory: maybe(fc.integer({ min: 1, max: 12 })),
      storages: maybe(
        fc
          .record({ local: maybe(fc.integer({ min: 0, max: 12 })), nas: maybe(fc.integer({ min: 0, max: 12 })) })
          .map(({ local, nas }) =>
            present({
              local: local === undefined ? undefined : { free: local },
              nas: nas === undefined ? undefined : { free: nas, shared: true },
            }),
          ),
      ),
      devices: maybe(fc.record({ gpu: fc.integer({ min: 0, max: 2 }) })),
    })
    .map((numbers) => ({ name, ...present(numbers) }))

const anyHosts = (most: number) =>
  fc.integer({ min: 1, max: most }).chain((count) => fc.tuple(...hostNames.slice(0, count).map(anyHost)))

export const anyNeed = fc.record({
  cpu: fc.integer({ min: 1, max: 6 }),
  memory: fc.integer({ min: 1, max: 6 }),
  storage: fc.oneof(
    fc.constant({}),
    fc.record({ '*': fc.record({ local: fc.integer({ min: 0, max: 6 }) }) }),
    fc.record({ '*': fc.record({ nas: fc.integer({ min: 0, max: 6 }) }) }),
    fc.record({
      '*': fc.record({ nas: fc.integer({ min: 0, max: 6 }) }),
      'pve-1': fc.record({ local: fc.integer({ min: 0, max: 6 }) }),
    }),
  ),
  devices: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constant(['gpu']) }),
})

const anyPolicy: fc.Arbitrary<PlacementPolicy> = fc.record({
  strategy: fc.constantFrom('spread', 'pack'),
  reserve: fc.record({ cpu: fc.integer({ min: 0, max: 1 }), memory: fc.integer({ min: 0, max: 1 }) }),
  cpuOvercommit: fc.constantFrom(1, 1.5, 2),
  maxPerHost: fc
    .record({
      controlPlane: maybe(fc.integer({ min: 1, max: 3 })),
      worker: maybe(fc.integer({ min: 1, max: 3 })),
      total: maybe(fc.integer({ min: 1, max: 4 })),
    })
    .map(present),
  hostLoss: fc
    .record({
      controlPlanes: maybe(fc.integer({ min: 1, max: 2 })),
      workersPercent: maybe(fc.integer({ min: 20, max: 100 })),
    })
    .map(present),
})

/** Control planes and up to three pools; some machines pinned, some already placed, some of their own size. */
const anyMachines = (names: readonly string[], planes: number, perPool: number) => {
  const fixing = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record({ pin: fc.constantFrom(...names) }) },
    { weight: 1, arbitrary: fc.record({ placed: fc.constantFrom(...names) }) },
  )
  const group = (role: PlacementMachine['role'], pool: string, most: number) =>
    fc.tuple(anyNeed, fc.array(fc.tuple(fixing, maybe(anyNeed)), { maxLength: most })).map(([need, members]) =>
      members.map(
        ([fix, own], index): PlacementMachine => ({
          name: `${pool}-${index + 1}`,
          role,
          pool,
          index: index + 1,
          ...(own ?? need),
          ...fix,
        }),
      ),
    )
  return fc
    .tuple(group('controlplane', 'cp', planes), group('worker', 'general', perPool), group('worker', 'gpu', perPool))
    .map((groups) => groups.flat())
}

const anyWorld = (size: { hosts: number; planes: number; perPool: number }): fc.Arbitrary<World> =>
  anyHosts(size.hosts).chain((hosts) =>
    fc.record({
      hosts: fc.constant(hosts),
      machines: anyMachines(
        hosts.map((host) => host.name),
        size.planes,
        size.perPool,
      ),
      policy: anyPolicy,
    }),
  )

/** Worlds of a size that the oracle can check. */
export const big = anyWorld({ hosts: 4, planes: 5, perPool: 6 })
/** Worlds of a size that every combination can be tried in. */
export const small = anyWorld({ hosts: 3, planes: 3, perPool: 2 })

/** A world made backwards: machines are put on hosts first, then the hosts get exactly what these need. */
export const tight: fc.Arbitrary<World> = fc
  .record({
    filling: fc.array(
      fc.record({
        plane: maybe(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))),
        workers: fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })), { maxLength: 2 }),
      }),
      { minLength: 2, maxLength: 3 },
    ),
    appetites: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 27, maxLength: 27 }),
    strategy: fc.constantFrom('spread', 'pack'),
    seed: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
  })
  .map(({ filling, appetites, strategy, seed }) => {
    const names = hostNames.slice(0, filling.length)
    const seats = filling.flatMap(({ plane, workers }, at) => [
      ...(plane === undefined ? [] : [{ at, size: plane, role: 'controlplane' as const }]),
      ...workers.map((size) => ({ at, size, role: 'worker' as const })),
    ])
    const appetite = (seat: number, at: number) => appetites[seat * 3 + at] ?? 0
    const machines = seats.map(({ size: [cpu, memory], role }, seat) => {
      const storage = Object.fromEntries(names.map((name, at) => [name, { nas: appetite(seat, at) }]))
      return worker(`pool${seat}-1`, cpu, 1, { role, memory, storage })
    })
    const nas = { free: seats.reduce((sum, { at }, seat) => sum + appetite(seat, at), 0), shared: true }
    const sum = (at: number, of: 0 | 1) =>
      seats.filter((seat) => seat.at === at).reduce((total, seat) => total + seat.size[of], 0)
    const hosts = names.map((name, at) => ({ name, cpu: sum(at, 0), memory: sum(at, 1), storages: { nas } }))
    const order = new Map(machines.map((machine, seat) => [machine, seed[seat] ?? 0]))
    return {
      machines: machines.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
      hosts,
      policy: { ...spread, strategy },
    }
  })
