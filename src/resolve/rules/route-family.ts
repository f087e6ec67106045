import { parseIp, parseNetwork } from '../../net/ip.ts'
import { familyNames } from '../holdings.ts'
import { machineRule } from '../rule.ts'
import { writtenRoutes } from '../written-routes.ts'

const addresses = ['gateway', 'source'] as const

/** Packets of one family are never handed to an address of the other. */
export const routeFamily = machineRule({
  code: 'route-family',
  severity: 'error',
  summary: 'the network, the gateway and the source of a route are of one family',
  find: (machine) =>
    writtenRoutes(machine).flatMap(({ route, path }) => {
      const { family } = parseNetwork(route.network)
      return addresses.flatMap((key) => {
        const text = route[key]
        if (text === undefined || parseIp(text).family === family) return []
        return [
          {
            path: [...path, key],
            message: `the ${key} ${text} is ${familyNames[parseIp(text).family]}, and the network ${route.network} is ${familyNames[family]}`,
            hint: `use an ${familyNames[family]} address`,
          },
        ]
      })
    }),
})
