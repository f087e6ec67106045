import type { Socket } from 'node:net'
import type { Dial } from '../../src/world/dial.ts'

/** Takes over a connection that somebody opened. */
export type Accept = (socket: Socket) => void

/** Something that answers at an address. */
export interface Listener {
  /** Answers no more; connections that are open stay open until their owner ends them. */
  readonly close: () => void
}

/** The network of a simulated world: machines answer at the addresses that the cluster file gives them. */
export interface Network {
  /** Answers at an address and port; whoever comes later takes a VIP over from who had it. */
  readonly listen: (address: string, port: number, accept: Accept) => Listener
  /** Says that a machine has an address, so that a closed port refuses at once instead of leaving the caller waiting. */
  readonly attach: (address: string) => Listener
  /** Opens a connection to an address of the world. */
  readonly dial: Dial
}
