import { cpusOf } from '../../../world/host.ts'
import type { World } from '../../../world/world.ts'
import { guestMemory } from '../../guests/facts.ts'

/** What many rows of one list are computed from, looked up once for all of them. */
export interface Overview {
  /** Processors by host. */
  readonly cpus: ReadonlyMap<string, number>
  /** The pool of a guest by its number. */
  readonly pools: ReadonlyMap<number, string>
  /** Memory of the guests that run, by host. */
  readonly memory: ReadonlyMap<string, number>
  /** Bytes that volumes use, by storage and, where it is not shared, host. */
  readonly volumes: (storage: string, node: string | undefined) => number
}

/** Looks at the whole world once. */
export function overviewOf(world: World): Overview {
  const memory = new Map<string, number>()
  for (const vm of world.vms) {
    if (vm.run !== undefined) memory.set(vm.node, (memory.get(vm.node) ?? 0) + guestMemory(vm))
  }
  const used = new Map<string, number>()
  const add = (key: string, bytes: number) => used.set(key, (used.get(key) ?? 0) + bytes)
  for (const { storage, node, usedBytes } of world.volumes) {
    add(`${storage} `, usedBytes)
    if (node !== undefined) add(`${storage} ${node}`, usedBytes)
  }
  return {
    cpus: new Map(world.hosts.map((host) => [host.name, cpusOf(host)])),
    pools: new Map(world.access.pools.flatMap(({ poolid, vms }) => vms.map((vmid) => [vmid, poolid] as const))),
    memory,
    volumes: (storage, node = '') => used.get(`${storage} ${node}`) ?? 0,
  }
}
