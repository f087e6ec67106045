import { contains, type Network, parseIp, parseNetwork, reservedAddresses } from '../../net/ip.ts'
import { list } from '../../placement/words.ts'
import type { Path } from '../../spec/problem.ts'
import { familyNames, ipKey, writtenNics } from '../holdings.ts'
import { itemPath } from '../item-path.ts'
import type { Finding, Rule } from '../rule.ts'

/** A gateway is a neighbour: a router with an address in the very network. */
export const gatewayOutsideNetwork: Rule = {
  code: 'gateway-outside-network',
  severity: 'error',
  summary: 'a gateway has an address of its network, and there is at most one for each family',
  check: ({ spec, machines, networks }) => {
    const further = writtenNics(machines).flatMap(({ said, path }) =>
      faults(said.gateway ?? [], (said.cidr ?? []).map(parseNetwork), [...path, 'gateway']),
    )
    return [...faults(spec.network?.gateway ?? [], networks, ['network', 'gateway']), ...further]
  },
}

function faults(gateways: readonly string[], networks: readonly Network[], path: Path): Finding[] {
  if (networks.length === 0) return []
  const ips = gateways.map(parseIp)
  return ips.flatMap((ip, index): Finding[] => {
    const text = gateways[index] ?? ''
    const at = itemPath(path, gateways, index)
    const network = networks.find((one) => contains(one, ip))
    if (ips.findIndex(({ family }) => family === ip.family) < index)
      return [
        {
          path: at,
          message: `${text} is a second ${familyNames[ip.family]} gateway`,
          hint: 'a machine has one default gateway for each family: keep one of them',
        },
      ]
    if (network === undefined)
      return [
        {
          path: at,
          message: `the gateway ${text} is not in ${list(
            networks.map((one) => one.text),
            'or',
          )}`,
          hint: 'use the address that the router has in this network, or correct the cidr',
        },
      ]
    if (!reservedAddresses(network).some((edge) => ipKey(edge) === ipKey(ip))) return []
    return [
      {
        path: at,
        message: `the gateway ${text} is the ${ip.value === network.first ? 'network' : 'broadcast'} address of ${network.text}`,
        hint: 'use the address that the router has in this network',
      },
    ]
  })
}
