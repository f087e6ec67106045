import type { RunningWorld } from '../../sim/start.ts'
import { hasQuorum } from '../../sim/talos/etcd/cluster.ts'

/** How often somebody asked for something. */
export interface Calls {
  readonly proxmox: readonly string[]
  readonly talos: readonly string[]
}

/** Looks at the world all the time, and remembers what must never have happened. */
export interface Watch {
  /** The calls since the last time that this was asked. */
  readonly calls: () => Calls
  /** What has gone wrong so far. */
  readonly wrongs: () => readonly string[]
  /** From now on the cluster may go, and its quorum with it. */
  readonly letGo: () => void
}

/** Watches a world through every call that is made to it; machines that are not our own must stay as they are. */
export function watchWorld({ world, sim, talos }: RunningWorld, own: readonly number[]): Watch {
  const foreign = new Map(
    world.vms.filter(({ vmid }) => !own.includes(vmid)).map((vm) => [vm.vmid, JSON.stringify(vm)]),
  )
  const wrongs = new Set<string>()
  let proxmox: string[] = []
  let asked: string[] = []
  let isMeantToLast = true
  const quorate = new Set<string>()
  const look = () => {
    for (const cluster of Object.values(world.talos.etcd)) {
      const has = hasQuorum(talos, cluster)
      if (has) quorate.add(cluster.id)
      else if (isMeantToLast && quorate.has(cluster.id) && cluster.members.length > 1)
        wrongs.add(`etcd ${cluster.id} lost its quorum`)
    }
    if (Object.keys(world.talos.etcd).length > 1) wrongs.add('etcd was begun twice')
    for (const [vmid, before] of foreign) {
      const now = world.vms.find((vm) => vm.vmid === vmid)
      if (JSON.stringify(now) !== before) wrongs.add(`somebody else’s VM ${vmid} was touched`)
    }
  }
  sim.hooks.before.push(({ method, path }) => {
    proxmox.push(`${method.verb} ${path}`)
    look()
  })
  talos.onCall.push(({ vmid, method }) => {
    asked.push(`${method} ${vmid}`)
    look()
    return undefined
  })
  return {
    calls() {
      const calls = { proxmox, talos: asked }
      proxmox = []
      asked = []
      return calls
    },
    wrongs: () => [...wrongs],
    letGo() {
      isMeantToLast = false
    },
  }
}
