import { X509Certificate } from 'node:crypto'
import { UserError } from '../../user-error.ts'
import { type Clock, realClock } from '../../world/clock.ts'
import type { Dial } from '../../world/dial.ts'
import { nodeAt } from './destination-node.ts'
import type { TalosNode } from './node.ts'
import { createPool, type PoolLimits } from './pool.ts'
import type { Route } from './route.ts'
import { type Peer, TALOS_PORT } from './trust.ts'
import { rememberUnreachable, type Unreachable } from './unreachable.ts'

/** What calling a cluster takes; a talosconfig's context has the shape of the first three. */
export interface ClusterAccess {
  /** Control planes by their own addresses; never the virtual address, which is gone when etcd is. */
  readonly endpoints: readonly string[]
  /** The authority that machines are checked against, as PEM. */
  readonly ca: string
  readonly client: { readonly crt: string; readonly key: string }
  /** Deadlines of the network go by real time, however fast the world's clock runs; tests bring a clock of their own. */
  readonly clock?: Clock
  readonly dial: Dial
  /** Takes secrets out of what machines say. */
  readonly mask: (text: string) => string
  /** Shared by all who talk to the same machines. */
  readonly unreachable?: Unreachable
  readonly limits?: PoolLimits
}

/** The machines of one cluster; who opened it closes it. */
export interface TalosCluster {
  readonly endpoints: readonly string[]
  /** A machine by its address; a control plane is called directly, everything else through one. */
  readonly node: (address: string) => TalosNode
  readonly close: () => void
}

/** Prepares calls to a cluster; nothing is sent before the first call. */
export function openCluster(access: ClusterAccess): TalosCluster {
  const { endpoints, ca, client, clock = realClock, dial, mask } = access
  refuseExpired(client.crt, clock)
  if (endpoints.length === 0) {
    throw new UserError('talos-no-endpoint', 'no control plane is given that Talos calls could go to', {
      hint: 'name at least one control plane by its own address',
    })
  }
  const pool = createPool({ dial, clock }, access.limits)
  const unreachable = access.unreachable ?? rememberUnreachable(clock)
  const peers = endpoints.map(
    (endpoint): Peer => ({ ...splitPort(endpoint), trust: { kind: 'cluster', ca, ...client } }),
  )
  return {
    endpoints,
    node: (address) => nodeAt({ address, routes: routesTo(address, peers), pool, unreachable, mask }, clock),
    close: pool.close,
  }
}

// A control plane answers for itself; through another one it is still reached when only this computer cannot.
function routesTo(address: string, peers: readonly Peer[]): readonly Route[] {
  const direct = peers.filter(({ host }) => host === address)
  const others = peers.filter(({ host }) => host !== address)
  return [...direct.map((peer) => ({ peer, via: false })), ...others.map((peer) => ({ peer, via: true }))]
}

/** An address as written, with the port of the Talos API unless another one is given. */
export function splitPort(text: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? []
  return { host: bracketed ?? plain ?? text, port: port === undefined ? TALOS_PORT : Number(port) }
}

function refuseExpired(crt: string, clock: Clock): void {
  const until = new Date(new X509Certificate(crt).validTo)
  if (until.getTime() > clock.now()) return
  const day = until.toISOString().slice(0, 10)
  throw new UserError(
    'talos-client-certificate-expired',
    `the client certificate for the Talos API expired on ${day}`,
    {
      hint: 'make a new talosconfig from the secrets of the cluster',
    },
  )
}
