import type { Socket } from 'node:net'
import { extendedKeyUsage, keyUsage } from '../../../src/talos/certificates/extensions.ts'
import { issueCertificate } from '../../../src/talos/certificates/issue.ts'
import { generateKey } from '../../../src/talos/certificates/keys.ts'
import { type KubernetesServer, serveKubernetes } from '../../kubernetes/serve.ts'
import { certificateLifetime } from '../api/certificate.ts'
import { type MachineConfig, machineConfig } from '../config/machine-config.ts'
import { type EtcdCluster, runningMembership } from '../etcd/cluster.ts'
import type { Node } from '../node.ts'
import { apiOf } from './clusters.ts'
import { hostsOf } from './hosts.ts'

/** An API server at work, and whom its certificate is for. */
export interface ServedKubernetes {
  readonly hosts: readonly string[]
  readonly server: Promise<KubernetesServer>
}

/** Answers a connection to a control plane's API server; its certificate is made when somebody comes. */
export function acceptKubernetes(node: Node, socket: Socket): void {
  socket.on('error', () => undefined)
  const served = serving(node)
  if (served === undefined) return void socket.destroy()
  void served.server.then((server) => server.accept(socket))
}

/** Talos makes another certificate, and the server begins anew with it, when a config names other hosts. */
function serving(node: Node): ServedKubernetes | undefined {
  const config = machineConfig(node)
  const cluster = runningMembership(node)?.cluster
  if (config === undefined || cluster === undefined) return undefined
  // Sorted, since an address that all control planes share is named by all, wherever it is held.
  const hosts = [...hostsOf(node, config)].sort()
  const { kubernetes } = node.live
  if (kubernetes !== undefined && kubernetes.hosts.join() === hosts.join()) return kubernetes
  void kubernetes?.server.then((server) => server.close())
  node.live.kubernetes = { hosts, server: open(node, config, cluster, hosts) }
  return node.live.kubernetes
}

async function open(
  node: Node,
  config: MachineConfig,
  cluster: EtcdCluster,
  hosts: readonly string[],
): Promise<KubernetesServer> {
  const { publicKey, pem } = await generateKey('p256')
  const content = {
    subject: { organizations: ['kube-master'], commonName: 'kube-apiserver' },
    publicKey,
    ...certificateLifetime(node),
    extensions: [keyUsage('digitalSignature', 'keyEncipherment'), extendedKeyUsage('serverAuth')],
    hosts,
  }
  const cert = issueCertificate(content, config.kubernetesAuthority)
  const tls = { cert, key: pem, clientCA: config.kubernetesAuthority.crt }
  return serveKubernetes({ api: apiOf(node, cluster), tls })
}
