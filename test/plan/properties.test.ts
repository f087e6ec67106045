import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Live } from '../../src/live/live.ts'
import type { Action } from '../../src/plan/action.ts'
import { planDestroy } from '../../src/plan/destroy.ts'
import { LIMITS } from '../../src/plan/limits.ts'
import { plan } from '../../src/plan/plan.ts'
import type { Plan } from '../../src/plan/plan-type.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import { after, withProxmox } from './model.ts'
import {
  absent,
  apiUnreachable,
  clusterOf,
  configDiffers,
  foreignGuest,
  healthy,
  hostDown,
  inMaintenance,
  laidOut,
  stopped,
  unhealthy,
  unmade,
} from './situations.ts'
import { nothingThere } from './world.ts'

const files = [
  {},
  { ha: false, controlPlane: { count: 1 } },
  { controlPlane: { count: 5 } },
  { controlPlane: { memory: '12GiB' }, workers: { general: { count: 2, memory: '8GiB' } } },
  { talos: { delivery: 'cidata' } },
  { talos: { delivery: 'smbios', configServer: { address: '192.168.1.5' } }, workers: { general: { count: 1 } } },
  { workers: { general: null, build: { count: 2, vmids: '3100-3199', addresses: '+241' } } },
]

let clusters: readonly Desired[] = []
let worlds: readonly Live[] = []
beforeAll(async () => {
  clusters = await Promise.all(files.map((file) => clusterOf(file)))
  worlds = clusters.map(healthy)
})

type Mishap = (live: Live, cluster: Desired, which: number) => Live

/** Something that happens to a machine that runs; what happens to one that does not is nothing new. */
const toMachine =
  (happens: (live: Live, cluster: Desired, name: string) => Live): Mishap =>
  (live, cluster, which) => {
    const machine = cluster.machines[which % cluster.machines.length]
    const isRunning = machine !== undefined && live.nodes[machine.name]?.kind === 'configured'
    return isRunning && live.kubernetes.kind === 'answers' ? happens(live, cluster, machine.name) : live
  }

const isMember = (live: Live, name: string): boolean => live.etcd.members.some((member) => member.name === name)
const ailing = (live: Live, name: string): Live => (isMember(live, name) ? unhealthy(live, name) : live)

const MISHAPS: readonly Mishap[] = [
  toMachine(stopped),
  toMachine((live, _, name) => inMaintenance(ailing(live, name), name)),
  toMachine((live, cluster, name) => absent(ailing(live, name), cluster, name)),
  toMachine((live, cluster, name) => (isMember(live, name) ? live : unmade(live, cluster, name))),
  toMachine((live, _, name) => configDiffers(live, name)),
  toMachine((live, cluster, name) => laidOut(live, cluster, name, 'cidata')),
  toMachine((live, cluster, name) => laidOut(live, cluster, name, 'smbios')),
  (live, _, which) => hostDown(live, `pve${(which % 3) + 1}`),
  (_, cluster, which) => half(cluster, which * 5),
  apiUnreachable,
]

interface World {
  readonly desired: Desired
  readonly live: Live
}

/** A world made from one file, in which things happen, and another file. */
const anyWorld: fc.Arbitrary<World> = fc
  .record({
    file: fc.nat({ max: files.length - 1 }),
    made: fc.nat({ max: files.length - 1 }),
    mishaps: fc.array(fc.tuple(fc.constantFrom(...MISHAPS), fc.nat({ max: 7 })), { maxLength: 3 }),
  })
  .map(({ file, made, mishaps }) => {
    const [desired, cluster, world] = [clusters[file], clusters[made], worlds[made]]
    if (desired === undefined || cluster === undefined || world === undefined) throw new Error('no such cluster')
    const happened = mishaps.reduce((live, [what, which]) => what(live, cluster, which), world)
    const { schematics } = nothingThere(desired)
    return { desired, live: { ...happened, schematics: { ...happened.schematics, ...schematics } } }
  })

/** A cluster whose first plan was carried out up to a point. */
function half(desired: Desired, upTo: number): Live {
  const start = nothingThere(desired)
  return plan(desired, start)
    .actions.slice(0, upTo)
    .reduce((live, action) => after(desired, live, action), start)
}

/** The same value with the keys of all its maps in another order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, turned(one)]),
  )
}

const forEveryWorld = (check: (world: World) => void, runs = 60) =>
  fc.assert(
    fc.property(
      fc.constant(undefined).chain(() => anyWorld),
      check,
    ),
    { numRuns: runs },
  )

/** Every action that comes before another one, directly or not. */
function ancestors(actions: readonly Action[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { id, needs } of actions)
    found.set(id, new Set(needs.flatMap((need) => [need, ...(found.get(need) ?? [])])))
  return found
}

describe('a plan', () => {
  test('is the same for the same world, whatever the order of its keys and after a trip through JSON', () => {
    forEveryWorld(({ desired, live }) => {
      const made = plan(desired, live)
      const again = plan(desired, JSON.parse(JSON.stringify(turned(live))))
      expect(again).toEqual(made)
      expect(JSON.parse(JSON.stringify(made))).toEqual(made)
    }, 30)
  })

  test('is in an order in which it can be carried out, with no action twice and no need that is not in it', () => {
    forEveryWorld(({ desired, live }) => {
      for (const { actions } of [plan(desired, live), planDestroy(desired, live)]) {
        const done = new Set<string>()
        for (const { id, needs } of actions) {
          expect(done.has(id)).toBe(false)
          expect(needs.filter((need) => !done.has(need))).toEqual([])
          expect(new Set(needs).size).toBe(needs.length)
          done.add(id)
        }
      }
    })
  })

  test('takes shares only of limits that there are', () => {
    forEveryWorld(({ desired, live }) => {
      const limits = plan(desired, live).actions.flatMap((action) => action.limits)
      expect(limits.filter((limit) => !/^[a-z-]+(:[\w.@-]+)?$/.test(limit))).toEqual([])
      expect(limits.filter((limit) => !Object.hasOwn(LIMITS, limit.split(':')[0] ?? ''))).toEqual([])
    })
  })

  test('never changes two control planes side by side, once etcd has begun', () => {
    const changing = [
      'vm.restart',
      'talos.config',
      'talos.apply',
      'config.offer',
      'etcd.leave',
      'etcd.remove',
      'vm.delete',
    ]
    forEveryWorld(({ desired, live }) => {
      if (live.etcd.state === 'none') return
      const { actions } = plan(desired, live)
      const before = ancestors(actions)
      const ofControlPlanes = actions.filter(({ kind, target }) => changing.includes(kind) && target.includes('-cp-'))
      ofControlPlanes.forEach((later, index) => {
        for (const { id } of ofControlPlanes.slice(0, index))
          expect([later.id, before.get(later.id)?.has(id)]).toEqual([later.id, true])
      })
    })
  })

  test('never destroys what is not ours, nor what the file has', () => {
    forEveryWorld(({ desired, live }) => {
      const others = [foreignGuest(777, 'nas'), foreignGuest(778, 'homelab-cp-9')]
      const world = withProxmox(live, { others })
      const wanted = new Set(desired.machines.map(({ vmid }) => vmid))
      const ours = new Set(live.proxmox.vms.map(({ vmid }) => vmid))
      expect(destroyed(plan(desired, world)).filter((vmid) => wanted.has(vmid) || !ours.has(vmid))).toEqual([])
      expect(destroyed(planDestroy(desired, world)).filter((vmid) => !ours.has(vmid))).toEqual([])
    })
  })

  test('leads, carried out again and again, to a world in which nothing is left to do', () => {
    forEveryWorld(({ desired, live }) => {
      let world = live
      const seen: string[] = []
      for (let round = 0; round < 8; round++) {
        const { actions, findings } = plan(desired, world)
        if (actions.length === 0 || findings.some(({ level }) => level === 'refused')) return
        seen.push(actions.map(({ id }) => id).join(' '))
        for (const action of actions) world = after(desired, world, action)
      }
      expect(seen).toEqual([])
    }, 60)
  })
})

const destroyed = ({ actions }: Plan): readonly number[] =>
  actions.flatMap((action) => (action.kind === 'vm.delete' || action.kind === 'vm.stop' ? [action.data.vmid] : []))

test.each([
  ['configs are sent', 1],
  ['configs are on CDs', 4],
  ['configs are fetched', 5],
])(
  'every step of a first plan can be the last one: what is left is planned, and leads to the same world: %s',
  (_, at) => {
    const [desired, whole] = [clusters[at], worlds[at]]
    if (desired === undefined || whole === undefined) throw new Error('no such cluster')
    const { actions } = plan(desired, nothingThere(desired))
    actions.forEach((_, index) => {
      const world = finished(desired, half(desired, index + 1))
      expect(world.etcd).toEqual(whole.etcd)
      expect(world.home).toEqual(whole.home)
      expect(world.proxmox.vms).toEqual(whole.proxmox.vms)
    })
  },
)

/** The world once nothing is left to do. */
function finished(desired: Desired, live: Live): Live {
  for (let [world, round] = [live, 0]; round < 8; round++) {
    const { actions, findings, later } = plan(desired, world)
    expect(findings).toEqual([])
    if (actions.length === 0) {
      expect(later).toEqual([])
      return world
    }
    world = actions.reduce((now, next) => after(desired, now, next), world)
  }
  throw new Error('the plans lead nowhere')
}
