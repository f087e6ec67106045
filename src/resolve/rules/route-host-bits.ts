import { formatIp, parseIp, parseNetwork } from '../../net/ip.ts'
import { machineRule } from '../rule.ts'
import { writtenRoutes } from '../written-routes.ts'

/** The kernel takes no route to a network that is not written as one. */
export const routeHostBits = machineRule({
  code: 'route-host-bits',
  severity: 'error',
  summary: 'the network of a route is written with its first address',
  find: (machine) =>
    writtenRoutes(machine).flatMap(({ route: { network: text }, path }) => {
      const { family, first, prefix } = parseNetwork(text)
      if (parseIp(text.split('/')[0] ?? '').value === first) return []
      const meant = `${formatIp({ family, value: first })}/${prefix}`
      return [
        {
          path: [...path, 'network'],
          message: `${text} is an address in a network; the network ${meant} is meant`,
          hint: `write ${meant}`,
        },
      ]
    }),
})
