import { type Clock, realClock } from '../../world/clock.ts'
import type { Dial } from '../../world/dial.ts'
import { splitPort } from './cluster.ts'
import { nodeAt } from './destination-node.ts'
import type { TalosNode } from './node.ts'
import { createPool } from './pool.ts'
import { rememberUnreachable, type Unreachable } from './unreachable.ts'

/** What calling a machine in maintenance mode takes. */
export interface MaintenanceAccess {
  readonly address: string
  /** Which certificate to trust: the one that a probe found, or the one on the machine's console. */
  readonly fingerprint: string
  /** Deadlines of the network go by real time, however fast the world's clock runs; tests bring a clock of their own. */
  readonly clock?: Clock
  readonly dial: Dial
  readonly mask: (text: string) => string
  readonly unreachable?: Unreachable
}

/** A machine in maintenance mode; who opened it closes it. */
export interface MaintenanceNode {
  readonly node: TalosNode
  readonly close: () => void
}

/** Prepares calls to a machine that has no config yet; only the one with this fingerprint is spoken to. */
export function openMaintenance(access: MaintenanceAccess): MaintenanceNode {
  const { address, fingerprint, clock = realClock, dial, mask } = access
  const pool = createPool({ dial, clock }, { connections: 1, connectMs: 5_000, idleMs: 5_000 })
  const { host, port } = splitPort(address)
  const peer = { host, port, trust: { kind: 'fingerprint', fingerprint } } as const
  const unreachable = access.unreachable ?? rememberUnreachable(clock)
  const to = { address: host, routes: [{ peer, via: false }], pool, unreachable, mask }
  return { node: nodeAt(to, clock), close: pool.close }
}
