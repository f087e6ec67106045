import type { DescMethod } from '@bufbuild/protobuf'
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError } from '@connectrpc/connect'
import type { UserError } from '../../user-error.ts'
import type { Lease, Pool } from './pool.ts'
import { refusal } from './refusal.ts'
import { connectionTrouble } from './trouble.ts'
import type { Peer } from './trust.ts'
import type { Unreachable } from './unreachable.ts'

/** One way to a machine: directly, or through a control plane that passes calls on. */
export interface Route {
  readonly peer: Peer
  /** The machine that the peer is to pass the call on to. */
  readonly via: boolean
}

/** A machine, the ways to it, and what they share with other machines. */
export interface Destination {
  readonly address: string
  readonly routes: readonly Route[]
  readonly pool: Pool
  readonly unreachable: Unreachable
  readonly mask: (text: string) => string
}

/** Tries to start a call on one route after the other; what is started is only repeated elsewhere if that does no harm. */
export async function alongRoutes<T>(
  to: Destination,
  method: DescMethod,
  signal: AbortSignal,
  start: (lease: Lease, header: Headers) => Promise<T>,
): Promise<T> {
  let last: UserError | undefined
  for (const route of inOrder(to)) {
    const lease = await connectTo(to, route, signal)
    if (!('connection' in lease)) {
      last = lease
      continue
    }
    try {
      return await start(lease, headerFor(to, route))
    } catch (error) {
      const { reason, isLost } = await whyFailed(to, method, lease, error)
      lease.release()
      signal.throwIfAborted()
      if (!isLost || !isRepeatable(method)) throw reason
      last = reason
    }
  }
  if (last === undefined) throw new Error(`there is no route to ${to.address}`)
  to.unreachable.note(to.address, last)
  throw last
}

/** Why a started call failed; it is lost when nobody can say how far it came, and another route may do better. */
export async function whyFailed(
  to: Destination,
  method: DescMethod,
  { connection }: Lease,
  error: unknown,
): Promise<{ reason: UserError; isLost: boolean }> {
  const { code } = ConnectError.from(error)
  const broken = STREAM_ENDED.includes(code) ? await connection.broken() : undefined
  const isLost = broken !== undefined || code === Code.Unavailable || code === Code.Aborted
  return { reason: refusal(to.address, method.name, broken ?? error, to.mask), isLost }
}

// What a call hears when its stream ends without an answer from the machine.
const STREAM_ENDED: readonly Code[] = [Code.Canceled, Code.Internal, Code.Aborted]

async function connectTo(
  { pool, unreachable }: Destination,
  { peer }: Route,
  signal: AbortSignal,
): Promise<Lease | UserError> {
  try {
    return await pool.lease(peer, signal)
  } catch (error) {
    signal.throwIfAborted()
    const reason = refusalOfConnection(peer, error)
    unreachable.note(endpointKey(peer), reason)
    return reason
  }
}

function refusalOfConnection(peer: Peer, error: unknown): UserError {
  return connectionTrouble(peer.host, error) ?? refusal(peer.host, 'the connection', error, (text) => text)
}

// Endpoints that were dead a moment ago come last, not never: they may be all there is.
function inOrder({ routes, unreachable }: Destination): readonly Route[] {
  const dead = routes.filter(({ peer }) => unreachable.reason(endpointKey(peer)) !== undefined)
  return [...routes.filter((route) => !dead.includes(route)), ...dead]
}

const endpointKey = ({ host, port }: Peer): string => `endpoint ${host} ${port}`

function headerFor({ address }: Destination, { via }: Route): Headers {
  return new Headers(via ? { node: address } : {})
}

/** Whether a call only reads, as its definition says. */
const isRepeatable = (method: DescMethod): boolean =>
  method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS
