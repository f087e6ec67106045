import type { Socket } from 'node:net'
import type { Network } from '../network/network.ts'
import type { Clock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { type Agenda, createAgenda } from './agenda.ts'
import type { Node } from './node.ts'
import { settle } from './settle.ts'
import { STEPS } from './steps.ts'
import type { Timing } from './timing.ts'
import type { TalosWorld } from './world.ts'

/** All simulated machines with Talos, and what they share. */
export interface Talos {
  readonly world: World
  readonly state: TalosWorld
  readonly clock: Clock
  readonly network: Network
  readonly timing: Timing
  /** Makes what has changed safe, before anybody is told of it. */
  readonly keep: () => void
  /** Takes over a connection to a machine's API. */
  readonly accept: (node: Node, socket: Socket) => void
  readonly agenda: Agenda
  /** Machines that are switched on, by VMID. */
  readonly nodes: Map<number, Node>
  /** Stops every timer and connection; the world can be taken up again later. */
  readonly close: () => void
}

/** What simulated machines live in. */
export interface Surroundings {
  readonly world: World
  readonly clock: Clock
  readonly network: Network
  readonly timing: Timing
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
  return {
    ...surroundings,
    state: world.talos,
    agenda,
    nodes,
    close() {
      agenda.stop()
      for (const { live } of nodes.values()) {
        for (const listener of live.listening.values()) listener.close()
        for (const session of live.sessions) session.destroy()
      }
    },
  }
}
