import { ownAddresses } from '../network/addresses.ts'
import { isNetworkReady } from '../network/ready.ts'
import { type ResourceKind, single } from './kind.ts'

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
      return Object.entries(lists).map(([id, addresses]) => ({ id, spec: { addresses, sortAlgorithm: 'v1' } }))
    },
  },
  {
    type: 'AddressStatuses.net.talos.dev',
    owner: 'network.AddressStatusController',
    list: ({ state: { network } }) =>
      network.addresses.map(({ link, cidr }) => ({
        id: `${link}/${cidr}`,
        spec: {
          address: cidr,
          linkIndex: network.links.find(({ name }) => name === link)?.index ?? 0,
          linkName: link,
          family: cidr.includes(':') ? 'inet6' : 'inet4',
          scope: 'global',
          flags: 'permanent',
          priority: 0,
        },
      })),
  },
  {
    type: 'LinkStatuses.net.talos.dev',
    owner: 'network.LinkStatusController',
    list: ({ state: { network } }) =>
      network.links.map((link) => ({
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
          linkState: link.up,
          port: 'Other',
          duplex: 'Unknown',
        },
      })),
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
