import type { Socket } from 'node:net'
import type { KubernetesApi } from '../kubernetes/cluster.ts'
import type { Network } from '../network/network.ts'
import type { Clock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { type Agenda, createAgenda } from './agenda.ts'
import { machineConfig } from './config/machine-config.ts'
import { type EtcdCluster, membershipOf } from './etcd/cluster.ts'
import { tellMachineStatus } from './events/machine-status.ts'
import type { Node } from './node.ts'
import { settle } from './settle.ts'
import { STEPS } from './steps.ts'
import type { Timing } from './timing.ts'
import type { Affiliate, TalosWorld } from './world.ts'

/** Hears of a call before it is carried out, may refuse it by throwing, and is told of its end by what it gives back. */
export type CallListener = (call: { readonly vmid: number; readonly method: string }) => (() => void) | undefined

/** All simulated machines with Talos, and what they share. */
export interface Talos {
  readonly world: World
  readonly state: TalosWorld
  readonly clock: Clock
  readonly network: Network
  readonly timing: Timing
  /** The time by which certificates end. */
  readonly certificateClock: Clock
  /** Makes what has changed safe, before anybody is told of it. */
  readonly keep: () => void
  /** Takes over a connection to a machine's API. */
  readonly accept: (node: Node, socket: Socket) => void
  readonly agenda: Agenda
  /** Machines that are switched on, by VMID. */
  readonly nodes: Map<number, Node>
  /** Control planes that discovery knows of, by cluster: looked up all the time, and seldom different. */
  readonly knownControlPlanes: Map<string, readonly Affiliate[]>
  /** Who had an address when it was last looked for. */
  readonly lastAt: Map<string, Node>
  /** The APIs of Kubernetes that are open, by the etcd cluster behind them. */
  readonly kubernetes: Map<string, KubernetesApi>
  /** Lets something happen to a machine by itself, and everything follow from it. */
  readonly advance: (node: Node, step: (node: Node) => void) => void
  /** Lets the machines of the same cluster go on that wait for this one. */
  readonly wake: (node: Node) => void
  /** Lets a machine see that its own node in Kubernetes has changed. */
  readonly nodeChanged: (cluster: EtcdCluster, name: string) => void
  /** Told of every call that somebody makes to a machine. */
  readonly onCall: CallListener[]
  /** Lets machines of a kept world go on, all at once: whether etcd has a quorum depends on who is there. */
  readonly resume: () => void
  /** Stops every timer and connection; the world can be taken up again later. */
  readonly close: () => void
}

/** What simulated machines live in. */
export interface Surroundings {
  readonly world: World
  readonly clock: Clock
  readonly network: Network
  readonly timing: Timing
  readonly certificateClock: Clock
  readonly keep: () => void
  readonly accept: (node: Node, socket: Socket) => void
}

/** Sets the machines of a world going. */
export function createTalos(surroundings: Surroundings): Talos {
  const { world, clock } = surroundings
  const nodes = new Map<number, Node>()
  const agenda = createAgenda(world.talos, clock, ({ vmid, boot, step, detail }) => {
    const node = nodes.get(vmid)
    if (node === undefined || node.state.boot !== boot) return
    STEPS[step](node, detail)
    settle(node)
  })
  const kubernetes = new Map<string, KubernetesApi>()
  return {
    ...surroundings,
    state: world.talos,
    agenda,
    nodes,
    knownControlPlanes: new Map(),
    lastAt: new Map(),
    kubernetes,
    onCall: [],
    advance(node, step) {
      step(node)
      settle(node)
      surroundings.keep()
    },
    wake(node) {
      const cluster = machineConfig(node)?.clusterId
      for (const one of nodes.values()) if (one !== node && machineConfig(one)?.clusterId === cluster) settle(one)
    },
    nodeChanged(cluster, name) {
      for (const one of nodes.values()) {
        if (one.state.network.hostname !== name) continue
        if (machineConfig(one)?.kubernetesAuthority.crt === authorityOf(nodes, cluster)) tellMachineStatus(one)
      }
    },
    resume() {
      for (const node of nodes.values()) settle(node)
      agenda.resume()
    },
    close() {
      agenda.stop()
      for (const api of kubernetes.values()) api.close()
      for (const { live } of nodes.values()) {
        for (const listener of live.listening.values()) listener.close()
        for (const session of live.sessions) session.destroy()
      }
    },
  }
}

/** The authority of the Kubernetes behind an etcd cluster, as its first member that runs has it. */
function authorityOf(nodes: ReadonlyMap<number, Node>, cluster: EtcdCluster): string | undefined {
  for (const { vmid } of cluster.members) {
    const node = nodes.get(vmid)
    if (node !== undefined && membershipOf(node)?.cluster === cluster)
      return machineConfig(node)?.kubernetesAuthority.crt
  }
  return undefined
}
