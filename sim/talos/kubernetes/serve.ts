import type { Socket } from 'node:net'
import { extendedKeyUsage, keyUsage } from '../../../src/talos/certificates/extensions.ts'
import { issueCertificate } from '../../../src/talos/certificates/issue.ts'
import { generateKey } from '../../../src/talos/certificates/keys.ts'
import { type KubernetesServer, serveKubernetes } from '../../kubernetes/serve.ts'
import { certificateLifetime } from '../api/certificate.ts'
import { machineConfig } from '../config/machine-config.ts'
import { runningMembership } from '../etcd/cluster.ts'
import type { Node } from '../node.ts'
import { apiOf } from './clusters.ts'
import { hostsOf } from './hosts.ts'

/** Answers a connection to a control plane's API server; its certificate is made when somebody comes. */
export function acceptKubernetes(node: Node, socket: Socket): void {
  socket.on('error', () => undefined)
  node.live.kubernetes ??= open(node)
  void node.live.kubernetes.then((server) => (server === undefined ? socket.destroy() : server.accept(socket)))
}

async function open(node: Node): Promise<KubernetesServer | undefined> {
  const config = machineConfig(node)
  const cluster = runningMembership(node)?.cluster
  if (config === undefined || cluster === undefined) return undefined
  const { publicKey, pem } = await generateKey('p256')
  const content = {
    subject: { organizations: ['kube-master'], commonName: 'kube-apiserver' },
    publicKey,
    ...certificateLifetime(node),
    extensions: [keyUsage('digitalSignature', 'keyEncipherment'), extendedKeyUsage('serverAuth')],
    hosts: hostsOf(node, config),
  }
  const cert = issueCertificate(content, config.kubernetesAuthority)
  const tls = { cert, key: pem, clientCA: config.kubernetesAuthority.crt }
  return serveKubernetes({ api: apiOf(node, cluster), tls })
}
