import { contains, type Ip, type Network, parseIp, parseNetwork, reservedAddresses } from '../../net/ip.ts'
import { list } from '../../placement/words.ts'
import type { Nic } from '../../spec/vm/hardware.ts'
import { ipKey, nicNetworks } from '../holdings.ts'
import type { Rule } from '../rule.ts'
import { distinctMachines } from '../rule.ts'
import { writtenRoutes } from '../written-routes.ts'

/** A router is a neighbour: a machine can hand it packets only where both are on one link. */
export const routeGateway: Rule = {
  code: 'route-gateway',
  severity: 'error',
  summary: "the gateway of a route lies in its NIC's network, or in one that another route of the NIC says is near",
  check: ({ machines, networks }) => {
    const networksOf = nicNetworks(networks)
    return distinctMachines(machines).flatMap((machine) =>
      writtenRoutes(machine).flatMap(({ route, nic, position, path }) => {
        const { gateway } = route
        const around = networksOf(machine, position)
        if (gateway === undefined || around.length === 0) return []
        const ip = parseIp(gateway)
        if (ip.family !== parseNetwork(route.network).family) return []
        const fault = faultOf(ip, around, nic)
        if (fault === undefined) return []
        return [
          {
            path: [...path, 'gateway'],
            message: `the gateway ${gateway} of ${route.network} ${fault}`,
            hint: 'use the address that the router has in the network of this NIC, or move the route to the NIC whose network the router is in',
          },
        ]
      }),
    )
  },
}

const linkLocal = parseNetwork('fe80::/10')

function faultOf(ip: Ip, around: readonly Network[], { routes }: Nic): string | undefined {
  const near = routes.flatMap(({ network, gateway }) => (gateway === undefined ? [parseNetwork(network)] : []))
  if ([linkLocal, ...near].some((network) => contains(network, ip))) return undefined
  const network = around.find((one) => contains(one, ip))
  if (network === undefined)
    return `is not in ${list(
      around.map(({ text }) => text),
      'or',
    )}`
  const edge = reservedAddresses(network).find((reserved) => ipKey(reserved) === ipKey(ip))
  if (edge === undefined) return undefined
  return `is the ${edge.value === network.first ? 'network' : 'broadcast'} address of ${network.text}`
}
