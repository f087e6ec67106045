import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import type { Clock } from '../../world/clock.ts'

// The rhythm of the official client: a machine that lost its power never says so, and a log may be silent for hours.
const QUIET_MS = 10_000
const ANSWER_MS = 5_000

/** Notices a peer that died while calls wait for it, and fails those calls. */
export interface KeepAlive {
  /** Counts a call as waiting until its stream closes. */
  readonly watch: (stream: ClientHttp2Stream) => ClientHttp2Stream
  /** Tells that something arrived. */
  readonly heard: () => void
}

/** Pings a session while calls are open and nothing arrives. */
export function keepAlive(session: ClientHttp2Session, clock: Clock): KeepAlive {
  let waiting = 0
  let cancel: () => void = () => undefined
  const rest = () => {
    cancel()
    cancel = waiting === 0 || session.destroyed ? () => undefined : clock.after(QUIET_MS, ping)
  }
  const ping = () => {
    if (session.destroyed) return
    cancel = clock.after(ANSWER_MS, () => session.destroy(silentPeer()))
    session.ping((error) => (error === null ? rest() : cancel()))
  }
  session.once('close', () => cancel())
  return {
    watch(stream) {
      waiting++
      rest()
      stream.once('close', () => {
        waiting--
        rest()
      })
      return stream
    },
    heard: rest,
  }
}

function silentPeer(): Error {
  return Object.assign(new Error('the peer stopped answering'), { code: 'ETIMEDOUT' })
}
