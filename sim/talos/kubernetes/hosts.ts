import { addressAt, formatIp, parseNetwork } from '../../../src/net/ip.ts'
import { ofKind } from '../../../src/talos/document/identity.ts'
import { type MachineConfig, texts } from '../config/machine-config.ts'
import { ownAddresses } from '../network/addresses.ts'
import type { Node } from '../node.ts'
import { clusterNetworks, dnsDomain } from './settings.ts'

/** The names and addresses that the certificate of a control plane's API server is for. */
export function hostsOf(node: Node, config: MachineConfig): readonly string[] {
  const { documents, root, endpoint } = config
  const [server] = ofKind(documents, 'KubeAPIServerConfig')
  const host = URL.canParse(endpoint) ? [new URL(endpoint).hostname.replace(/^\[|\]$/g, '')] : []
  const domain = dnsDomain(config)
  const names = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', `kubernetes.default.svc.${domain}`]
  const sans = [...texts(root, 'cluster', 'apiServer', 'certSANs'), ...texts(server, 'certExtraSANs')]
  const servers = clusterNetworks(config).serviceSubnets.map((subnet) => formatIp(addressAt(parseNetwork(subnet), 1n)))
  const own = [...ownAddresses(node), node.state.network.hostname, 'localhost', '127.0.0.1', ...servers]
  return [...new Set([...own, ...names, ...host, ...sans])]
}
