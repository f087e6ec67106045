import { ofKind } from '../../../src/talos/document/identity.ts'
import { textAt } from '../../../src/talos/document/value.ts'
import { type MachineConfig, texts } from '../config/machine-config.ts'
import { ownAddresses } from '../network/addresses.ts'
import type { Node } from '../node.ts'

/** The names and addresses that the certificate of a control plane's API server is for. */
export function hostsOf(node: Node, { documents, root, endpoint }: MachineConfig): readonly string[] {
  const [server] = ofKind(documents, 'KubeAPIServerConfig')
  const host = URL.canParse(endpoint) ? [new URL(endpoint).hostname.replace(/^\[|\]$/g, '')] : []
  const domain = textAt(root, 'cluster', 'network', 'dnsDomain') ?? 'cluster.local'
  const names = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', `kubernetes.default.svc.${domain}`]
  const sans = [...texts(root, 'cluster', 'apiServer', 'certSANs'), ...texts(server, 'certExtraSANs')]
  const own = [...ownAddresses(node), node.state.network.hostname, 'localhost', '127.0.0.1', '10.96.0.1']
  return [...new Set([...own, ...names, ...host, ...sans])]
}
