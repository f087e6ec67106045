import { parseIp, parseNetwork } from '../../net/ip.ts'
import { count } from '../../placement/words.ts'
import { formatPath } from '../../spec/problem.ts'
import type { Draft } from '../draft.ts'
import { groupBy } from '../group-by.ts'
import { ipKey } from '../holdings.ts'
import type { Finding, Rule } from '../rule.ts'
import { type WrittenRoute, writtenRoutes } from '../written-routes.ts'

/** The kernel takes no route from an address that the machine does not have. */
export const routeSource: Rule = {
  code: 'route-source',
  severity: 'error',
  summary: 'the source of a route is an address of the machine',
  check: ({ machines }) => {
    const strange = machines.flatMap((machine) => strangeSources(machine).map((found) => ({ ...found, machine })))
    return [...groupBy(strange, ({ path }) => formatPath(path)).values()].map(([first, ...others]): Finding => {
      const { route, path, machine } = first
      const more = others.length === 0 ? '' : `, nor of ${count(others.length, 'more machine')}`
      return {
        path: [...path, 'source'],
        message: `the source ${route.source} of ${route.network} is no address of ${machine.name}${more}`,
        hint: 'leave the line out, and the machine takes its address on this NIC, or write the route under nodes',
      }
    })
  },
}

/** What comes from DHCP may be any address, so nothing is said of a machine that asks for one. */
function strangeSources(machine: Draft): WrittenRoute[] {
  const sourced = writtenRoutes(machine).filter(({ route }) => route.source !== undefined)
  if (sourced.length === 0 || machine.nics.some(({ addresses }) => addresses.length === 0)) return []
  const own = new Set(machine.nics.flatMap(({ addresses }) => addresses.map(({ address }) => ipKey(parseIp(address)))))
  return sourced.filter(({ route: { network, source = '' } }) => {
    const ip = parseIp(source)
    return ip.family === parseNetwork(network).family && !own.has(ipKey(ip))
  })
}
