import { parseIp } from '../../net/ip.ts'
import { ipAddress } from '../../spec/schema/values.ts'
import { ipKey } from '../holdings.ts'
import type { Rule } from '../rule.ts'

/** A name as endpoint usually leads to the VIP, which only DNS can tell; another address never does. */
export const endpointBesideVip: Rule = {
  code: 'endpoint-beside-vip',
  severity: 'warning',
  summary: 'an endpoint that is an address is the VIP, where there is one',
  check: ({ spec }) => {
    const { endpoint, vip = [] } = spec.network ?? {}
    if (endpoint === undefined || vip.length === 0) return []
    const host = new URL(endpoint).hostname.replace(/^\[(.*)\]$/, '$1')
    if (!ipAddress.safeParse(host).success) return []
    if (vip.some((text) => ipKey(parseIp(text)) === ipKey(parseIp(host)))) return []
    return [
      {
        path: ['network', 'endpoint'],
        message: `clients use the endpoint ${host}, and the VIP ${vip[0]} is held for nobody`,
        hint: 'keep the endpoint if a load balancer is there and drop the VIP, or drop the endpoint to use the VIP',
      },
    ]
  },
}
