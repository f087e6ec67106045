import type { Socket } from 'node:net'
import type { Accept, Listener, Network } from './network/network.ts'
import { type HostApi, hostApi } from './proxmox/http/server.ts'
import type { Simulator } from './proxmox/simulator.ts'
import type { Host } from './world/host.ts'

const API_PORT = 8006

/** The APIs of the hosts of a world. */
export interface OpenHosts extends Listener {
  /** Hands a connection to a host; one without power does not take it. */
  readonly connect: (host: string, socket: Socket) => void
}

/** Lets the API of every host answer at its addresses and names, as long as the host has power. */
export function openHosts(sim: Simulator, network: Network): OpenHosts {
  const open = new Map<string, OpenHost>()
  const follow = (host: Host) => {
    open.get(host.name)?.close()
    open.delete(host.name)
    if (host.online) open.set(host.name, openHost(sim, host, network))
  }
  for (const host of sim.world.hosts) follow(host)
  sim.hooks.onHostPower.push(follow)
  return {
    connect(host, socket) {
      const found = open.get(host)
      if (found === undefined) socket.destroy()
      else found.accept(socket)
    },
    close() {
      for (const host of open.values()) host.close()
    },
  }
}

interface OpenHost extends Listener {
  readonly accept: Accept
}

function openHost(sim: Simulator, host: Host, network: Network): OpenHost {
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
    accept,
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
