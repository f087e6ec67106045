import { list } from '../../placement/words.ts'
import type { Nic } from '../../spec/vm/hardware.ts'
import type { Rule } from '../rule.ts'

/** Without a default route a machine cannot even fetch its container images, unless everything it needs is near. */
export const noGateway: Rule = {
  code: 'no-gateway',
  severity: 'warning',
  summary: 'machines with static addresses have a gateway',
  check: ({ spec, machines, networks }) => {
    const { addressing = 'static', gateway } = spec.network ?? {}
    if (addressing !== 'static' || gateway !== undefined || networks.length === 0) return []
    if (machines.every(({ nics }) => nics.some(leadsOut))) return []
    return [
      {
        path: ['network', 'gateway'],
        message: `no gateway is given: machines reach nothing outside ${list(networks.map(({ text }) => text))}`,
        hint: 'write network.gateway, usually the address of the router',
      },
    ]
  },
}

const leadsOut = ({ gateways, routes }: Nic): boolean =>
  gateways.length > 0 || routes.some(({ network }) => network.endsWith('/0'))
