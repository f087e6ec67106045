import { cpusOf } from '../../../world/host.ts'
import type { World } from '../../../world/world.ts'
import { guestMemory } from '../../guests/facts.ts'

/** What many rows of one list are computed from, looked up once for all of them. */
export interface Overview {
  /** Processors by host. */
  readonly cpus: ReadonlyMap<string, number>
  /** The pool of a guest by its number. */
  readonly pools: ReadonlyMap<number, string>
  /** Memory of the guests that run on a host. */
  readonly memory: (node: string) => number
  /** Bytes that volumes use, by storage and, where it is not shared, host. */
  readonly volumes: (storage: string, node: string | undefined) => number
}

/** Looks at the whole world, at each part of it at most once. */
export function overviewOf(world: World): Overview {
  let memory: Tally | undefined
  let volumes: Map<string, Tally> | undefined
  return {
    cpus: new Map(world.hosts.map((host) => [host.name, cpusOf(host)])),
    pools: new Map(world.access.pools.flatMap(({ poolid, vms }) => vms.map((vmid) => [vmid, poolid] as const))),
    memory(node) {
      memory ??= runningMemory(world)
      return memory.get(node)?.sum ?? 0
    },
    volumes(storage, node) {
      volumes ??= usedByVolumes(world)
      return volumes.get(storage)?.get(node)?.sum ?? 0
    },
  }
}

/** Sums by host; without a host, that of all of them. */
type Tally = Map<string | undefined, { sum: number }>

function add(tally: Tally, node: string | undefined, amount: number): void {
  const found = tally.get(node)
  if (found === undefined) tally.set(node, { sum: amount })
  else found.sum += amount
}

function runningMemory({ vms }: World): Tally {
  const memory: Tally = new Map()
  for (const vm of vms) if (vm.run !== undefined) add(memory, vm.node, guestMemory(vm))
  return memory
}

function usedByVolumes({ volumes }: World): Map<string, Tally> {
  const used = new Map<string, Tally>()
  for (const { storage, node, usedBytes } of volumes) {
    const tally: Tally = used.get(storage) ?? new Map()
    used.set(storage, tally)
    add(tally, undefined, usedBytes)
    if (node !== undefined) add(tally, node, usedBytes)
  }
  return used
}
