import type { ProxmoxClient } from '../proxmox/client/client.ts'
import type { ObservedProxmox } from '../proxmox/observe/observed.ts'
import { isVmidFree } from '../proxmox/observe/vmid-free.ts'
import type { Begun } from '../proxmox/ownership/begun.ts'
import type { Desired } from '../resolve/desired.ts'
import type { World } from '../world/world.ts'
import { mapBounded } from './bounded.ts'
import type { Obstacles } from './live.ts'
import { answersAt, openAddresses } from './open-addresses.ts'

const ASKED_AT_ONCE = 8
const KNOCKS_AT_ONCE = 32
/** Further ones would keep a person waiting, who has doctor for them. */
const MOST_KNOCKS = 64

/** What finding obstacles takes. */
export interface ObstacleSource {
  readonly proxmox: ProxmoxClient
  readonly world: Pick<World, 'dial'>
  /** Machines whose making was cut off: what is there of them may be out of sight, and is gone on with. */
  readonly begun: readonly Begun[]
}

/** Looks for what the list of guests does not tell: whoever has rights on a pool alone is not shown what is outside of it. */
export async function findObstacles(
  { proxmox, world, begun }: ObstacleSource,
  desired: Desired,
  observed: ObservedProxmox,
): Promise<Obstacles | undefined> {
  const shown = new Set([...observed.vms, ...observed.unread, ...observed.others, ...begun].map(({ vmid }) => vmid))
  const unseen = desired.machines.filter(({ vmid }) => !shown.has(vmid)).map(({ vmid }) => vmid)
  const open = openAddresses(desired, observed).slice(0, MOST_KNOCKS)
  const [free, heard] = await Promise.all([
    mapBounded(unseen, ASKED_AT_ONCE, (vmid) => isVmidFree(proxmox, vmid)),
    mapBounded(open, KNOCKS_AT_ONCE, ({ address }) => answersAt(world, address)),
  ])
  const hiddenVmids = unseen.filter((_, at) => free[at] === false)
  const answering = open.filter((_, at) => heard[at] === true)
  return hiddenVmids.length + answering.length === 0 ? undefined : { hiddenVmids, answering }
}
