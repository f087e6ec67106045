import type { Accept } from '../../network/network.ts'
import { isApiServing } from '../kubernetes/clusters.ts'
import { acceptKubernetes } from '../kubernetes/serve.ts'
import { ownAddresses } from '../network/addresses.ts'
import { isNetworkReady } from '../network/ready.ts'
import type { Node } from '../node.ts'
import { isRunning } from '../services/change.ts'

const API_PORT = 50000
const KUBERNETES_PORT = 6443

/** Whether the machine's API answers: to anybody without a config, else as long as its service runs. */
export function isApiOpen(node: Node): boolean {
  if (!isNetworkReady(node)) return false
  return node.state.stage === 'maintenance' || isRunning(node, 'apid')
}

/** Answers where the machine should answer now, and nowhere else. */
export function listen(node: Node): void {
  const { live, talos } = node
  const wanted = wantedPlaces(node)
  const wasOpen = [...live.listening.keys()].some((place) => place.endsWith(` ${API_PORT}`))
  if (wasOpen && !isApiOpen(node)) sendAway(node)
  for (const [place, listener] of live.listening) {
    if (wanted.has(place)) continue
    listener.close()
    live.listening.delete(place)
  }
  for (const [place, { address, port, accept }] of wanted) {
    if (live.listening.has(place)) continue
    const listener = accept === undefined ? talos.network.attach(address) : talos.network.listen(address, port, accept)
    live.listening.set(place, listener)
  }
}

/** Ends what is being answered, also to those who ask through another machine, and lets go of those who are connected. */
function sendAway({ live }: Node): void {
  live.ending.abort()
  live.ending = new AbortController()
  for (const session of live.sessions) session.close()
  live.sessions.clear()
  delete live.server
}

interface Place {
  readonly address: string
  readonly port: number
  /** Nothing where the machine only has the address. */
  readonly accept?: Accept
}

function wantedPlaces(node: Node): ReadonlyMap<string, Place> {
  const places = ownAddresses(node).flatMap((address): Place[] => [
    { address, port: 0 },
    ...(isApiServing(node)
      ? [{ address, port: KUBERNETES_PORT, accept: (socket) => acceptKubernetes(node, socket) } satisfies Place]
      : []),
    ...(isApiOpen(node)
      ? [{ address, port: API_PORT, accept: (socket) => node.talos.accept(node, socket) } satisfies Place]
      : []),
  ])
  return new Map(places.map((place) => [`${place.address} ${place.port}`, place]))
}
