import { contains, formatIp, type Network } from '../../net/ip.ts'
import { count, list } from '../../placement/words.ts'
import { formatPath } from '../../spec/problem.ts'
import { lastUsable } from '../addresses.ts'
import { groupBy } from '../group-by.ts'
import { type Holding, holdingsOf, nicName, nicNetworks } from '../holdings.ts'
import type { Finding, Rule } from '../rule.ts'

/** A machine cannot reach its gateway, nor be reached, from an address that is not of its network. */
export const addressOutsideNetwork: Rule = {
  code: 'address-outside-network',
  severity: 'error',
  summary: "every address of a machine lies in its NIC's network",
  check: ({ machines, networks }) => {
    const networksOf = nicNetworks(networks)
    const stray = holdingsOf(machines).filter(({ machine, nic, ip }) => {
      const around = networksOf(machine, nic)
      return around.length > 0 && !around.some((network) => contains(network, ip))
    })
    return [...groupBy(stray, groupOf).values()].map(([first, ...others]): Finding => {
      const around = networksOf(first.machine, first.nic)
      const more = others.length === 0 ? '' : `, nor are those of ${count(others.length, 'more machine')}`
      return {
        path: first.path,
        message: `${first.address} of ${nicName(first)} is not in ${list(
          around.map(({ text }) => text),
          'or',
        )}${more}`,
        hint: wayOut(first, around.find(({ family }) => family === first.ip.family) ?? around[0]),
      }
    })
  },
}

/** What single machines say is told one by one, what a pool says once. */
function groupOf({ own, machine, nic, address }: Holding): string {
  return own ? `${machine.name} ${address}` : `${formatPath(machine.pool.path)} ${nic}`
}

function wayOut({ own, nic, machine }: Holding, network: Network | undefined): string {
  if (network === undefined) return 'give the NIC a network'
  const { family, first } = network
  const usable = `${formatIp({ family, value: first + 1n })} to ${formatIp({ family, value: lastUsable(network) })}`
  if (own) return `use an address from ${usable}`
  const target = nic === 0 ? formatPath(machine.pool.path) : 'the NIC'
  return `use addresses from ${usable}, or give ${target} an offset, such as addresses: +20`
}
