import { formatIp, parseNetwork } from '../../../src/net/ip.ts'
import { bare } from '../network/addresses.ts'
import { linkLocal, loopbackAddresses } from '../network/loopback.ts'
import type { Node } from '../node.ts'
import type { ResourceContent, ResourceKind } from './kind.ts'

interface Route {
  readonly link: string
  readonly dst?: string
  readonly src?: string
  readonly gateway?: string
  readonly metric?: number
  readonly scope?: 'global' | 'link' | 'host'
  readonly type?: 'unicast' | 'local' | 'broadcast' | 'multicast'
  readonly protocol?: 'kernel' | 'boot' | 'static'
}

/** Resources about routes, those that the kernel makes by itself among them. */
export const routeKinds: readonly ResourceKind[] = [
  {
    type: 'RouteStatuses.net.talos.dev',
    owner: 'network.RouteStatusController',
    list: (node) => routesOf(node).map((route) => statusOf(node, route)),
  },
]

function routesOf(node: Node): readonly Route[] {
  const { network } = node.state
  return [
    ...network.routes.map(({ link, destination, gateway, metric }): Route => {
      const isDefault = destination === '' || /^(?:0\.0\.0\.0|::)\/0$/.test(destination)
      return { link, gateway, metric, protocol: 'static', ...(isDefault ? {} : { dst: destination }) }
    }),
    ...network.addresses.flatMap(({ link, cidr }) => (cidr.includes(':') ? [] : ownNetwork(link, cidr))),
    ...loopbackAddresses(node).flatMap((cidr) => (cidr.includes(':') ? [] : ownNetwork('lo', cidr))),
    { link: 'lo', dst: '::1/128', type: 'local' },
    ...network.links.flatMap((link): Route[] => [
      { link: link.name, dst: 'fe80::/64', metric: 256 },
      { link: link.name, dst: `${linkLocal(link)}/128`, type: 'local' },
      { link: link.name, dst: 'ff00::/8', metric: 256, type: 'multicast' },
    ]),
  ]
}

/** What an address brings with it: the way to its network, to itself, and to everybody in it. */
function ownNetwork(link: string, cidr: string): readonly Route[] {
  const network = parseNetwork(cidr)
  const src = bare(cidr)
  const self: Route = { link, dst: `${src}/32`, src, scope: 'host', type: 'local' }
  if (network.prefix === 32) return [self]
  const { family, first, prefix } = network
  const base = `${formatIp({ family, value: first })}/${prefix}`
  const last = formatIp({ family, value: network.last })
  const whole: Route =
    link === 'lo' ? { link, dst: base, src, scope: 'host', type: 'local' } : { link, dst: base, src, scope: 'link' }
  return [whole, self, { link, dst: `${last}/32`, src, scope: 'link', type: 'broadcast' }]
}

function statusOf(node: Node, route: Route): ResourceContent {
  const {
    link,
    dst = '',
    src = '',
    gateway = '',
    metric = 0,
    scope = 'global',
    type = 'unicast',
    protocol = 'kernel',
  } = route
  const family = `${dst}${gateway}`.includes(':') ? 'inet6' : 'inet4'
  const table = type === 'unicast' ? 'main' : 'local'
  const place = [...(table === 'main' ? [] : [table]), ...(family === 'inet6' ? [link] : []), family]
  return {
    id: [...place, gateway, dst, metric].join('/'),
    spec: {
      family,
      dst,
      src,
      gateway,
      outLinkIndex: node.state.network.links.find(({ name }) => name === link)?.index ?? 1,
      outLinkName: link,
      table,
      priority: metric,
      scope,
      type,
      flags: '',
      protocol,
    },
  }
}
