import { type Family, type Network, parseIp } from '../../net/ip.ts'
import { formatPath, type Path } from '../../spec/problem.ts'
import { addressesFor, isOffset, type OneFamily, rangeOf } from '../addresses.ts'
import { machinesByPool } from '../claims.ts'
import { familyNames, hasOwnAddress } from '../holdings.ts'
import type { Pool } from '../pools.ts'
import type { Finding, Rule, RuleContext } from '../rule.ts'

const families = ['ipv4', 'ipv6'] as const

/** A machine has one address in each network of the cluster, and the file says which is which. */
export const addressFamily: Rule = {
  code: 'address-family',
  severity: 'error',
  summary: 'addresses are of the family they stand for, and there are some for every network of the cluster',
  check: (context) => {
    if (context.spec.network?.addressing === 'dhcp' || context.networks.length === 0) return []
    const pools = machinesByPool(context.pools, context.machines).filter(([, all]) => !all.every(hasOwnAddress))
    return [
      ...pools.flatMap(([pool]) => {
        const mixed = mixedUp(pool)
        return mixed.length > 0 ? mixed : [...missing(pool, context.networks), ...unused(pool, context.networks)]
      }),
      ...ofNodes(context),
    ]
  },
}

/** Addresses of one family where those of the other must be. */
function mixedUp({ path, addresses }: Pool): Finding[] {
  const at = [...path, 'addresses']
  if (typeof addresses === 'object' && !Array.isArray(addresses))
    return families.flatMap((family) => strays(addresses[family] ?? [], family, [...at, family]))
  const [first] = Array.isArray(addresses) ? addresses : []
  return first === undefined ? [] : strays(addresses, parseIp(first).family, at)
}

function strays(said: OneFamily, family: Family, path: Path): Finding[] {
  if (isOffset(said)) return []
  const range = rangeOf(said)
  if (range !== undefined)
    return range.first.family === family ? [] : [stray(String(said), range.first.family, family, path)]
  const list = typeof said === 'string' ? [] : said
  const index = list.findIndex((text) => parseIp(text).family !== family)
  const text = list[index]
  return text === undefined ? [] : [stray(text, parseIp(text).family, family, [...path, index])]
}

function stray(text: string, is: Family, wanted: Family, path: Path): Finding {
  return {
    path,
    message: `${text} is ${familyNames[is]} among ${familyNames[wanted]} addresses`,
    hint: 'write the families apart: addresses: { ipv4: …, ipv6: … }',
  }
}

function missing(pool: Pool, networks: readonly Network[]): Finding[] {
  return networks
    .filter(({ family }) => addressesFor(pool.addresses, family) === undefined)
    .map(({ family, text }) => {
      const other = family === 'ipv4' ? 'ipv6' : 'ipv4'
      const kept = addressesFor(pool.addresses, other)
      const both = `${other}: ${typeof kept === 'string' ? kept : '[…]'}, ${family}: ${pool.role === 'worker' ? '+20' : '+10'}`
      return {
        path: [...pool.path, 'addresses'],
        message: `${formatPath(pool.path)} has no ${familyNames[family]} addresses for ${text}`,
        hint: `write addresses for each family: addresses: { ${both} }`,
      }
    })
}

function unused({ path, addresses }: Pool, networks: readonly Network[]): Finding[] {
  if (typeof addresses !== 'object' || Array.isArray(addresses)) return []
  return families
    .filter((family) => addresses[family] !== undefined && !networks.some((network) => network.family === family))
    .map((family) => ({
      path: [...path, 'addresses', family],
      severity: 'warning',
      message: `not used, since network.cidr has no ${familyNames[family]} network`,
      hint: `add the ${familyNames[family]} network to network.cidr, or leave the line out`,
    }))
}

function ofNodes({ spec, networks }: RuleContext): Finding[] {
  return Object.entries(spec.nodes ?? {}).flatMap(([name, { address }]) => {
    if (address === undefined) return []
    const ips = address.map(parseIp)
    const hint = `write one address for each network: ${networks.map(({ text }) => text).join(', ')}`
    return networks.flatMap(({ family, text }): Finding[] => {
      const found = ips.filter((ip) => ip.family === family).length
      if (found === 1) return []
      const message =
        found === 0
          ? `${name} has no ${familyNames[family]} address for ${text}`
          : `${name} has ${found} ${familyNames[family]} addresses for ${text}`
      return [{ path: ['nodes', name, 'address'], message, hint }]
    })
  })
}
