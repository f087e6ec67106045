import type { Vm } from '../../../world/vm.ts'
import type { World } from '../../../world/world.ts'
import { callerOf } from '../../auth/caller.ts'
import type { Simulator } from '../../simulator.ts'
import { startVm } from '../qemu/status/start-vm.ts'
import { hasManager, isManaged, requestedState, sidOf } from './manager.ts'
import { nodesOf, resourcesOf } from './rule-values.ts'

/** How long a silent host is waited for until its watchdog must have cut its power. */
const FENCE_MILLISECONDS = 120_000

/** Lets the managers give up a host that stays down: its managed guests are then taken over by others. */
export function watchLostHost(sim: Simulator, name: string): void {
  if (!hasManager(sim.world)) return
  sim.clock.after(FENCE_MILLISECONDS, () => {
    const host = sim.world.hosts.find((each) => each.name === name)
    if (host !== undefined && !host.online) for (const vm of stranded(sim.world, name)) takeOver(sim, vm)
  })
}

const stranded = (world: World, name: string): readonly Vm[] =>
  world.vms.filter((vm) => vm.node === name && isManaged(world, sidOf(vm)))

/** Gives a guest to another host, which starts it where that is wished; its disks must be on shared storage for that. */
function takeOver(sim: Simulator, vm: Vm): void {
  const { world } = sim
  const sid = sidOf(vm)
  const target = chooseNode(world, sid)
  if (target === undefined) return
  vm.node = target
  // Whoever held the lock went down with the host.
  delete vm.config.lock
  const resource = world.ha.resources[sid]
  if (vm.kind !== 'qemu' || resource === undefined || requestedState(resource) !== 'started') return
  const asking = { sim, caller: callerOf('root@pam'), node: target }
  const wish = { node: target, type: 'qmstart', id: String(vm.vmid), user: 'root@pam' }
  sim.workers.start(wish, (worker) => startVm(asking, worker, vm.vmid, {}))
}

/** The host that takes a resource: the best that its rule or group allows, and of these the one with the fewest guests. */
export function chooseNode(world: World, sid: string): string | undefined {
  const { priorities, strict } = preferred(world, sid)
  const online = world.hosts.filter((host) => host.online).map(({ name }) => name)
  const wanted = online.filter((name) => priorities.has(name))
  const highest = Math.max(...wanted.map((name) => priorities.get(name) ?? 0))
  const best = wanted.filter((name) => (priorities.get(name) ?? 0) === highest)
  const choice = best.length > 0 ? best : strict ? [] : online
  const apart = choice.filter((name) => !hostsOpponent(world, sid, name))
  return [...(apart.length > 0 ? apart : choice)].sort((a, b) => guestsOn(world, a) - guestsOn(world, b))[0]
}

const guestsOn = ({ vms }: World, name: string): number =>
  vms.filter((vm) => vm.node === name && vm.run !== undefined).length

/** Where a resource should run: release 9 says it in rules, release 8 in groups. */
function preferred({ ha }: World, sid: string): { priorities: ReadonlyMap<string, number>; strict: boolean } {
  const rule = Object.values(ha.rules).find(
    (each) => each.type === 'node-affinity' && each.disable === undefined && resourcesOf(each).has(sid),
  )
  if (rule !== undefined) return { priorities: nodesOf(rule), strict: Number(rule.strict ?? 0) === 1 }
  const group = ha.groups[String(ha.resources[sid]?.group ?? '')]
  if (group !== undefined) return { priorities: nodesOf(group), strict: Number(group.restricted ?? 0) === 1 }
  return { priorities: new Map(), strict: false }
}

/** Whether a host carries a guest from which a rule keeps this one apart. */
function hostsOpponent({ ha, vms }: World, sid: string, name: string): boolean {
  const opponents = Object.values(ha.rules)
    .filter(({ affinity, disable }) => affinity === 'negative' && disable === undefined)
    .map(resourcesOf)
    .filter((resources) => resources.has(sid))
    .flatMap((resources) => [...resources].filter((other) => other !== sid))
  return vms.some((vm) => vm.node === name && opponents.includes(sidOf(vm)))
}
