import { ownAddresses } from '../network/addresses.ts'
import { linkLocal, loopbackAddresses } from '../network/loopback.ts'
import { isNetworkReady } from '../network/ready.ts'
import { type ResourceKind, single } from './kind.ts'

/** What the kernel says of a virtual card. */
const SPEED = 4_294_967_295

const LOOPBACK = {
  index: 1,
  type: 'loopback',
  linkIndex: 0,
  flags: 'UP,LOOPBACK,RUNNING,LOWER_UP',
  hardwareAddr: '00:00:00:00:00:00',
  permanentAddr: '',
  broadcastAddr: '00:00:00:00:00:00',
  mtu: 65_536,
  queueDisc: 'noqueue',
  operationalState: 'unknown',
  kind: '',
  slaveKind: '',
  linkState: true,
  port: 'Other',
  duplex: 'Unknown',
}

/** Resources about the network. */
export const networkKinds: readonly ResourceKind[] = [
  {
    type: 'HostnameStatuses.net.talos.dev',
    owner: 'network.HostnameSpecController',
    list: ({ state: { network } }) =>
      network.hostname === '' ? [] : single('hostname', { hostname: network.hostname, domainname: network.domainname }),
  },
  {
    type: 'NodeAddresses.net.talos.dev',
    owner: 'network.NodeAddressController',
    list({ state: { network } }) {
      if (network.addresses.length === 0) return []
      const all = network.addresses.map(({ cidr }) => cidr)
      const own = network.addresses.filter(({ isShared }) => isShared !== true).map(({ cidr }) => cidr)
      const lists = { accumulative: network.seen, current: all, default: own.slice(0, 1), routed: all }
      const content = (id: string, addresses: readonly string[]) => ({ id, spec: { addresses, sortAlgorithm: 'v1' } })
      // Pods have addresses of their own only inside their networks.
      return Object.entries(lists).flatMap(([id, addresses]) => [
        content(id, addresses),
        ...(id === 'default' ? [] : [content(`${id}-no-k8s`, addresses), content(`${id}-only-k8s`, [])]),
      ])
    },
  },
  {
    type: 'AddressStatuses.net.talos.dev',
    owner: 'network.AddressStatusController',
    list(node) {
      const { network } = node.state
      const status = (link: string, address: string, scope: 'global' | 'link' | 'host') => ({
        id: `${link}/${address}`,
        spec: {
          address,
          linkIndex: network.links.find(({ name }) => name === link)?.index ?? LOOPBACK.index,
          linkName: link,
          family: address.includes(':') ? 'inet6' : 'inet4',
          scope,
          flags: 'permanent',
          priority: 0,
        },
      })
      return [
        ...loopbackAddresses(node).map((address) => status('lo', address, 'host')),
        ...network.links.map((link) => status(link.name, `${linkLocal(link)}/64`, 'link')),
        ...network.addresses.map(({ link, cidr }) => status(link, cidr, 'global')),
      ]
    },
  },
  {
    type: 'LinkStatuses.net.talos.dev',
    owner: 'network.LinkStatusController',
    list: ({ state: { network } }) => [
      { id: 'lo', spec: LOOPBACK },
      ...network.links.map((link) => ({
        id: link.name,
        spec: {
          index: link.index,
          type: 'ether',
          linkIndex: 0,
          flags: 'UP,BROADCAST,RUNNING,MULTICAST,LOWER_UP',
          hardwareAddr: link.mac,
          permanentAddr: link.mac,
          broadcastAddr: 'ff:ff:ff:ff:ff:ff',
          mtu: link.mtu,
          queueDisc: 'fq_codel',
          operationalState: link.up ? 'up' : 'down',
          kind: '',
          slaveKind: '',
          driver: link.driver,
          driverVersion: '1.0.0',
          linkState: link.up,
          speedMbit: SPEED,
          port: 'Other',
          duplex: 'Unknown',
        },
      })),
    ],
  },
  {
    type: 'ResolverStatuses.net.talos.dev',
    owner: 'network.ResolverSpecController',
    list: ({ state: { network } }) =>
      network.isUp
        ? single('resolvers', { dnsServers: network.nameservers, searchDomains: network.searchDomains })
        : [],
  },
  {
    type: 'PlatformMetadatas.talos.dev',
    owner: 'network.PlatformConfigApplyController',
    list: ({ state }) =>
      single('platformmetadata', { platform: state.image?.platform ?? '', hostname: state.network.hostname }),
  },
  {
    type: 'NetworkStatuses.net.talos.dev',
    owner: 'network.StatusController',
    list(node) {
      const isReady = isNetworkReady(node)
      const hasAddress = ownAddresses(node).length > 0
      return single('status', {
        addressReady: hasAddress,
        connectivityReady: hasAddress,
        hostnameReady: isReady,
        etcFilesReady: isReady,
      })
    },
  },
]
