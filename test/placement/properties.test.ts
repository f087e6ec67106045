import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { place } from '../../src/placement/place.ts'
import type { Placement, PlacementMachine } from '../../src/placement/types.ts'
import { anyHost, anyNeed, big, hostNames, small, tight, type World } from './any-world.ts'
import { type Assignment, broken, controlPlanesApart, everyAssignment, isFixed } from './oracle.ts'
import { asFacts, controlPlane, host, several, spread, where, worker } from './world.ts'

function assignmentOf({ machines, hosts }: World, placement: Placement): Assignment {
  const at = where(placement)
  return new Map(
    machines.flatMap((machine) => {
      const host = hosts.find((each) => each.name === at[machine.name])
      return host === undefined ? [] : [[machine, host] as const]
    }),
  )
}

/** The seats of machines that were fixed and did find their place. */
function fixedPart(assignment: Assignment): Assignment {
  return new Map([...assignment].filter(([machine]) => isFixed(machine)))
}

/** How many workers each host holds, names aside. */
function loads({ machines, hosts }: World, placement: Placement): number[] {
  const at = where(placement)
  const workers = machines.filter((machine) => machine.role === 'worker')
  return hosts.map((host) => workers.filter((machine) => at[machine.name] === host.name).length).sort((a, b) => a - b)
}

describe('in every world', () => {
  test('each machine is decided or explained, exactly once, in the order given', () => {
    fc.assert(
      fc.property(big, ({ machines, hosts, policy }) => {
        const { decisions, failures } = place(machines, hosts, policy)
        const decided = new Set(decisions.map((decision) => decision.machine))
        const names = machines.map((machine) => machine.name)
        expect(decisions.map((decision) => decision.machine)).toEqual(names.filter((name) => decided.has(name)))
        expect(failures.map((failure) => failure.machine)).toEqual(names.filter((name) => !decided.has(name)))
      }),
    )
  })

  test('no limit is broken by a machine that could have gone elsewhere', () => {
    fc.assert(
      fc.property(big, (world) => {
        const assignment = assignmentOf(world, place(world.machines, world.hosts, world.policy))
        expect(broken(assignment, world.machines, world.hosts, world.policy)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('the usage is what the machines there add up to', () => {
    fc.assert(
      fc.property(big, (world) => {
        const placement = place(world.machines, world.hosts, world.policy)
        const assignment = [...assignmentOf(world, placement)]
        for (const usage of placement.usage) {
          const here = assignment.filter(([, host]) => host.name === usage.host).map(([machine]) => machine)
          expect(usage.machines).toBe(here.length)
          expect(usage.cpu.used).toBe(here.reduce((sum, machine) => sum + machine.cpu, 0))
          expect(usage.memory.used).toBe(here.reduce((sum, machine) => sum + machine.memory, 0))
        }
      }),
    )
  })

  test('machines stay where they are, and pinned ones go where they are pinned', () => {
    fc.assert(
      fc.property(big, ({ machines, hosts, policy }) => {
        const at = where(place(machines, hosts, policy))
        for (const machine of machines) {
          if (machine.placed !== undefined) expect(at[machine.name]).toBe(machine.placed)
          else if (machine.pin !== undefined) expect([machine.pin, undefined]).toContain(at[machine.name])
        }
      }),
    )
  })

  test('given its own decisions as facts it moves nothing and repeats its failures', () => {
    fc.assert(
      fc.property(big, ({ machines, hosts, policy }) => {
        const first = place(machines, hosts, policy)
        const second = place(asFacts(machines, first), hosts, policy)
        expect(where(second)).toEqual(where(first))
        expect(second.failures.map((failure) => failure.machine)).toEqual(first.failures.map(({ machine }) => machine))
        expect(second.usage).toEqual(first.usage)
      }),
    )
  })

  test('given some of its own decisions as facts it decides the rest as before', () => {
    let continued = 0
    fc.assert(
      fc.property(big, fc.infiniteStream(fc.boolean()), ({ machines, hosts, policy }, isMade) => {
        const blank: PlacementMachine[] = machines.map(({ placed: _, ...machine }) => machine)
        const whole = place(blank, hosts, policy)
        fc.pre(whole.failures.length === 0)
        const made = asFacts(blank, whole).map((fact, index) => (isMade.next().value ? fact : (blank[index] ?? fact)))
        if (made.some(({ placed }) => placed !== undefined)) continued++
        expect(where(place(made, hosts, policy))).toEqual(where(whole))
      }),
    )
    expect(continued).toBeGreaterThan(0)
  })

  test('a pool that grows, a new pool and a new host leave placed machines where they are', () => {
    fc.assert(
      fc.property(
        big,
        fc.array(anyNeed, { maxLength: 3 }),
        anyHost('new'),
        ({ machines, hosts, policy }, needs, extra) => {
          const first = place(machines, hosts, policy)
          const more = needs.map((need, index) => worker(`${index === 0 ? 'general' : 'fresh'}-9${index}`, 1, 1, need))
          const second = place([...more, ...asFacts(machines, first)], [extra, ...hosts], policy)
          expect(where(second)).toMatchObject(where(first))
        },
      ),
    )
  })

  test('every failure names on each host something that is truly short', () => {
    fc.assert(
      fc.property(big, ({ machines, hosts, policy }) => {
        for (const failure of place(machines, hosts, policy).failures) {
          const pin = machines.find((machine) => machine.name === failure.machine)?.pin
          const weighed = new Set(failure.hosts.map((short) => short.host))
          expect([...weighed]).toEqual(pin === undefined ? hosts.map((host) => host.name) : [pin])
          for (const { needed, free, short } of failure.hosts) {
            expect(short).toBeGreaterThan(0)
            expect(needed - free).toBe(short)
          }
          expect(failure.hosts.map((short) => short.constraint)).toContain(failure.constraint)
        }
      }),
    )
  })
})

describe('against every combination of a small world', () => {
  test('control planes live apart whenever they can', () => {
    let feasible = 0
    fc.assert(
      fc.property(small, (world) => {
        const assignment = assignmentOf(world, place(world.machines, world.hosts, world.policy))
        const fixed = fixedPart(assignment)
        const open = world.machines.filter((machine) => machine.role === 'controlplane' && !isFixed(machine))
        for (const each of everyAssignment(open, world.hosts, fixed)) {
          if (!controlPlanesApart(each) || broken(each, world.machines, world.hosts, world.policy).length > 0) continue
          feasible += 1
          expect(open.filter((machine) => !assignment.has(machine))).toEqual([])
          expect(controlPlanesApart(assignment)).toBe(true)
          return
        }
      }),
      { numRuns: 1000 },
    )
    expect(feasible).toBeGreaterThan(100)
  })

  test('nobody is left over where everybody could have had a place with the control planes apart', () => {
    let feasible = 0
    fc.assert(
      fc.property(small, (world) => {
        const placement = place(world.machines, world.hosts, world.policy)
        const fixed = fixedPart(assignmentOf(world, placement))
        const open = world.machines.filter((machine) => !isFixed(machine))
        for (const each of everyAssignment(open, world.hosts, fixed)) {
          if (!controlPlanesApart(each) || broken(each, world.machines, world.hosts, world.policy).length > 0) continue
          feasible += 1
          expect(placement.failures.filter((failure) => open.some(({ name }) => name === failure.machine))).toEqual([])
          return
        }
      }),
      { numRuns: 500 },
    )
    expect(feasible).toBeGreaterThan(50)
  })

  test('a world without a gap to spare is filled', () => {
    fc.assert(
      fc.property(tight, ({ machines, hosts, policy }) => {
        const placement = place(machines, hosts, policy)
        expect(placement.failures).toEqual([])
        expect(controlPlanesApart(assignmentOf({ machines, hosts, policy }, placement))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('on equal hosts the fullest host holds at most one worker more than in the best arrangement', () => {
    const equal = fc.record({
      hosts: fc.integer({ min: 1, max: 3 }),
      size: fc.integer({ min: 2, max: 10 }),
      planes: fc.integer({ min: 0, max: 2 }),
      pools: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })), { maxLength: 2 }),
    })
    fc.assert(
      fc.property(equal, (shape) => {
        const hosts = hostNames.slice(0, shape.hosts).map((name) => ({ name, cpu: shape.size, memory: shape.size }))
        const workers = shape.pools.flatMap(([cpu, count], pool) =>
          several(count, (index) => worker(`pool${pool}-${index}`, cpu, 1, { memory: 1 })),
        )
        const planes = several(shape.planes, (index) => controlPlane(`cp-${index}`, 1, 1, { memory: 1 }))
        const world = { machines: [...planes, ...workers], hosts, policy: spread }
        const placement = place(world.machines, hosts, spread)
        if (placement.failures.length > 0) return
        const fullest = Math.max(...loads(world, placement))
        for (const each of everyAssignment(world.machines, hosts, new Map())) {
          if (!controlPlanesApart(each) || broken(each, world.machines, hosts, spread).length > 0) continue
          const best = Math.max(...hosts.map((host) => workers.filter((machine) => each.get(machine) === host).length))
          expect(fullest).toBeLessThanOrEqual(best + 1)
        }
      }),
    )
  })
})

describe('the order of the hosts', () => {
  const anyOrder = fc.integer({ min: 2, max: 4 }).chain((count) =>
    fc.record({
      hosts: fc.tuple(
        ...hostNames.slice(0, count).map((name) =>
          fc.record({
            name: fc.constant(name),
            cpu: fc.integer({ min: 1, max: 12 }),
            memory: fc.integer({ min: 1, max: 12 }),
          }),
        ),
      ),
      order: fc.shuffledSubarray(
        several(count, (index) => index - 1),
        { minLength: count, maxLength: count },
      ),
    }),
  )

  test('changes names only, not how evenly one size of worker is spread over unequal hosts', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat(3), fc.nat(12), ({ hosts, order }, planes, count) => {
        const machines = [
          ...several(planes, (index) => controlPlane(`cp-${index}`, 2, 1, { memory: 2 })),
          ...several(count, (index) => worker(`w-${index}`, 1, 1, { memory: 2 })),
        ]
        const shuffled = order.flatMap((index) => hosts[index] ?? [])
        const here = place(machines, hosts, spread)
        const there = place(machines, shuffled, spread)
        expect(loads({ machines, hosts, policy: spread }, there)).toEqual(
          loads({ machines, hosts, policy: spread }, here),
        )
        expect(there.failures.length).toBe(here.failures.length)
      }),
      { numRuns: 500 },
    )
  })

  test('changes names only where just a search fills the hosts', () => {
    const hosts = [host('a', 2, 2), host('b', 6, 10), host('c', 4, 8), host('d', 3, 6)]
    const machines = [
      ...several(3, (index) => controlPlane(`cp-${index}`, 2, 2)),
      ...several(9, (index) => worker(`w-${index}`, 1, 2)),
    ]
    const world = { machines, hosts, policy: spread }
    const there = place(machines, hosts.toReversed(), spread)
    expect(there.failures).toEqual([])
    expect(loads(world, there)).toEqual(loads(world, place(machines, hosts, spread)))
  })

  test('changes names only, not how evenly workers of many sizes are spread over equal hosts', () => {
    const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 })), { maxLength: 3 })
    fc.assert(
      fc.property(anyOrder, sizes, ({ hosts, order }, pools) => {
        const equal = hosts.map((host) => ({ ...host, cpu: 12, memory: 12 }))
        const machines = pools.flatMap(([cpu, count], pool) =>
          several(count, (index) => worker(`pool${pool}-${index}`, cpu, 1, { memory: 1 })),
        )
        const shuffled = order.flatMap((index) => equal[index] ?? [])
        const world = { machines, hosts: equal, policy: spread }
        expect(loads(world, place(machines, shuffled, spread))).toEqual(loads(world, place(machines, equal, spread)))
      }),
    )
  })
})
