import type { Rule } from '../rule.ts'

/** Several control planes behind the address of one of them are, to clients, one control plane. */
export const haEndpoint: Rule = {
  code: 'ha-endpoint',
  severity: 'warning',
  summary: 'with three or more control planes there is a VIP or an endpoint',
  check: ({ spec, machines }) => {
    const { vip, endpoint } = spec.network ?? {}
    const [first, ...others] = machines.filter(({ role }) => role === 'controlplane')
    if (first === undefined || others.length < 2 || vip !== undefined || endpoint !== undefined) return []
    return [
      {
        path: ['network', 'vip'],
        message: `without a VIP or endpoint the Kubernetes API is reached at ${first.name} alone: when it fails, the other ${others.length} do not help`,
        hint: 'write network.vip, a free address of the network, or network.endpoint where a load balancer is there',
      },
    ]
  },
}
