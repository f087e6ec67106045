import { type Ip, type Network, parseIp, reservedAddresses } from '../../net/ip.ts'
import { formatPath } from '../../spec/problem.ts'
import { freeOffsets } from '../claims.ts'
import { type Holding, holdingsOf, ipKey, nicName, nicNetworks } from '../holdings.ts'
import type { Pool } from '../pools.ts'
import type { Finding, Rule, RuleContext } from '../rule.ts'

type FreeFor = (pool: Pool, network: Network) => string | undefined

/** Some addresses of a network belong to others. */
export const addressReserved: Rule = {
  code: 'address-reserved',
  severity: 'error',
  summary: 'no machine has the address of a gateway, of the VIP, or the first or last address of its network',
  check: (context) => {
    const { machines, networks, spec } = context
    const networksOf = nicNetworks(networks)
    const freeFor = proposals(context)
    const everywhere = ownersOf(spec.network?.gateway ?? [], spec.network?.vip ?? [])
    return holdingsOf(machines).flatMap((holding): Finding[] => {
      const { machine, nic, ip } = holding
      const around = networksOf(machine, nic)
      const nicGateway = nic > 0 && machine.nics[nic]?.gateways.some((text) => ipKey(parseIp(text)) === ipKey(ip))
      const owner = everywhere.get(ipKey(ip)) ?? (nicGateway ? 'the gateway' : edgeOf(around, ip))
      if (owner === undefined) return []
      return [
        {
          path: holding.path,
          message: `${holding.address} of ${nicName(holding)} is ${owner}`,
          hint: wayOut(holding, around, freeFor),
        },
      ]
    })
  },
}

function ownersOf(gateways: readonly string[], vips: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ...gateways.map((text) => [ipKey(parseIp(text)), 'the gateway (network.gateway)'] as const),
    ...vips.map((text) => [ipKey(parseIp(text)), 'the VIP (network.vip)'] as const),
  ])
}

function edgeOf(networks: readonly Network[], ip: Ip): string | undefined {
  for (const network of networks) {
    const edge = reservedAddresses(network).find((reserved) => ipKey(reserved) === ipKey(ip))
    if (edge !== undefined)
      return `the ${edge.value === network.first ? 'network' : 'broadcast'} address of ${network.text}`
  }
  return undefined
}

function wayOut({ own, nic, ip, machine }: Holding, around: readonly Network[], freeFor: FreeFor): string {
  if (own) return 'choose another address'
  const network = around.find(({ family }) => family === ip.family)
  const offset = network === undefined || nic > 0 ? undefined : freeFor(machine.pool, network)
  const free = offset === undefined ? '' : `, such as addresses: ${offset}`
  return `start the addresses of ${formatPath(machine.pool.path)} elsewhere${free}, or give ${machine.name} another one under nodes`
}

/** One proposal for each pool, however many of its machines need it. */
function proposals(context: RuleContext): FreeFor {
  const nextFree = freeOffsets(context)
  const made = new Map<string, string | undefined>()
  return ({ name, count }, network) => {
    const key = `${name} ${network.text}`
    if (!made.has(key)) made.set(key, nextFree(network, count))
    return made.get(key)
  }
}
