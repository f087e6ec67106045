import { formatIp, parseNetwork } from '../../net/ip.ts'
import { formatPath, type Path } from '../../spec/problem.ts'
import type { Draft } from '../draft.ts'
import { groupBy } from '../group-by.ts'
import { nicNetworks } from '../holdings.ts'
import { distinctMachines, type Finding, type Rule } from '../rule.ts'
import { usualMetric, writtenRoutes } from '../written-routes.ts'

/** A way that a machine has, by a route or by a gateway. */
interface Way {
  readonly network: string
  readonly metric: number
  readonly by: string
  /** Where the route is written; nothing for a gateway. */
  readonly path?: Path
}

/** Of two routes to one network with one metric the machine keeps one, and nobody can tell which. */
export const routeTwice: Rule = {
  code: 'route-twice',
  severity: 'error',
  summary: 'a machine has one route to a network, or several that differ in their metric',
  check: ({ machines, networks }) => {
    const networksOf = nicNetworks(networks)
    return distinctMachines(machines).flatMap((machine) => {
      const own = machine.nics.flatMap((_, position) => networksOf(machine, position).map(({ text }) => key(text)))
      const toItself = writtenRoutes(machine)
        .filter(({ route: { network, gateway } }) => gateway !== undefined && own.includes(key(network)))
        .map(
          ({ route: { network }, path }): Finding => ({
            path: [...path, 'network'],
            message: `${network} is a network that the machines are in, and reach without a gateway`,
            hint: 'leave the route out, or write the network that is meant',
          }),
        )
      return [...toItself, ...clashes(machine)]
    })
  },
}

function clashes(machine: Draft): Finding[] {
  const groups = groupBy(waysOf(machine), ({ network, metric }) => `${key(network)} ${metric}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.flatMap(({ network, path, metric }): Finding[] =>
      path === undefined
        ? []
        : [
            {
              path: [...path, 'network'],
              message: `${network} is reached by ${first.by} already, with the metric ${metric} too`,
              hint: 'keep one of them, or give this one a higher metric, so that it is taken when the other one is gone',
            },
          ],
    ),
  )
}

/** Gateways come first, so that a route is what is found to be too many. */
function waysOf(machine: Draft): Way[] {
  const gateways = machine.nics.flatMap(({ gateways }) =>
    gateways.map((gateway) => ({
      network: gateway.includes(':') ? '::/0' : '0.0.0.0/0',
      metric: usualMetric,
      by: `the gateway ${gateway}`,
    })),
  )
  const routes = writtenRoutes(machine).map(({ route: { network, metric = usualMetric }, path }) => ({
    network,
    metric,
    by: formatPath(path),
    path,
  }))
  return [...gateways, ...routes]
}

function key(text: string): string {
  const { family, first, prefix } = parseNetwork(text)
  return `${formatIp({ family, value: first })}/${prefix}`
}
