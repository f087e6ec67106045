import { contains, type Ip, type Network, parseIp, reservedAddresses } from '../../net/ip.ts'
import { list } from '../../placement/words.ts'
import { familyNames, ipKey } from '../holdings.ts'
import { itemPath } from '../item-path.ts'
import type { Finding, Rule } from '../rule.ts'

/** Control planes take the VIP over from each other by telling their neighbours, so it works only within their network. */
export const vipUnusable: Rule = {
  code: 'vip-unusable',
  severity: 'error',
  summary: 'the VIP is a free address in the network of the control planes',
  check: ({ spec, networks }) => {
    const { vip = [], gateway = [] } = spec.network ?? {}
    const gateways = new Set(gateway.map((text) => ipKey(parseIp(text))))
    return vip.flatMap((text, index): Finding[] => {
      const fault = gateways.has(ipKey(parseIp(text))) ? 'is the gateway' : faultOf(parseIp(text), networks)
      if (fault === undefined) return []
      return [
        {
          path: itemPath(['network', 'vip'], vip, index),
          message: `the VIP ${text} ${fault}`,
          hint: 'use an address of network.cidr that no machine has, and that the DHCP server does not hand out',
        },
      ]
    })
  },
}

/** Without a known network, as with plain DHCP, any address may be right. */
function faultOf(ip: Ip, networks: readonly Network[]): string | undefined {
  if (networks.length === 0) return undefined
  const texts = list(
    networks.map((network) => network.text),
    'or',
  )
  if (!networks.some(({ family }) => family === ip.family))
    return `is ${familyNames[ip.family]}, and the control planes are only in ${texts}`
  const network = networks.find((one) => contains(one, ip))
  if (network === undefined) return `is not in ${texts}, where the control planes are`
  const edge = reservedAddresses(network).find((reserved) => ipKey(reserved) === ipKey(ip))
  if (edge === undefined) return undefined
  return `is the ${edge.value === network.first ? 'network' : 'broadcast'} address of ${network.text}`
}
