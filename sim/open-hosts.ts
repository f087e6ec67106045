import type { Socket } from 'node:net'
import type { Listener, Network } from './network/network.ts'
import { type HostApi, hostApi } from './proxmox/http/server.ts'
import type { Simulator } from './proxmox/simulator.ts'
import type { Host } from './world/host.ts'

const API_PORT = 8006

/** Lets the API of every host answer at its addresses and names, as long as the host has power. */
export function openHosts(sim: Simulator, network: Network): Listener {
  const open = new Map<string, Listener>()
  const follow = (host: Host) => {
    open.get(host.name)?.close()
    open.delete(host.name)
    if (host.online) open.set(host.name, openHost(sim, host, network))
  }
  for (const host of sim.world.hosts) follow(host)
  sim.hooks.onHostPower.push(follow)
  return {
    close() {
      for (const listener of open.values()) listener.close()
    },
  }
}

function openHost(sim: Simulator, host: Host, network: Network): Listener {
  // Its certificate takes a moment to make, and most hosts are never asked.
  let api: Promise<HostApi> | undefined
  const accept = (socket: Socket) => {
    api ??= hostApi(sim, host)
    api.then(
      (ready) => ready.accept(socket),
      (error: Error) => socket.destroy(error),
    )
  }
  const listeners = [...addressesOf(host).values()].map(({ name, port }) => network.listen(name, port, accept))
  return {
    close() {
      for (const listener of listeners) listener.close()
      void api?.then((ready) => ready.close())
    },
  }
}

/** Where a host answers: at its address, by its name with and without domain, and where else it is asked. */
function addressesOf({ ip, name, dns, endpoints = [] }: Host): Map<string, { name: string; port: number }> {
  const own = [ip, name, `${name}.${dns.search}`].map((each) => ({ name: each, port: API_PORT }))
  return new Map([...own, ...endpoints].map((each) => [`${each.name} ${each.port}`, each]))
}
