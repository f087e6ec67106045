import type { JsonObject } from '../json.ts'
import {
  account,
  accountBinding,
  clusterRole,
  hostPath,
  type Manifest,
  type ManifestSettings,
  NAMESPACE,
  TOLERATES_ALL,
} from './manifest.ts'

const LABELS = { 'k8s-app': 'flannel', tier: 'node' }

/** The pod network that Talos brings. */
export function flannel({ podSubnets, images }: ManifestSettings): Manifest {
  const metadata = { name: 'flannel', labels: { 'k8s-app': 'flannel' } }
  return {
    id: '05-flannel',
    objects: [
      clusterRole(metadata, [
        { apiGroups: [''], resources: ['pods'], verbs: ['get'] },
        { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: [''], resources: ['nodes/status'], verbs: ['patch'] },
      ]),
      accountBinding(metadata, 'flannel', 'flannel'),
      account('flannel'),
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'kube-flannel-cfg', namespace: NAMESPACE, labels: LABELS },
        data: { 'net-conf.json': JSON.stringify(networkOf(podSubnets), undefined, 2) },
      },
      daemonSet(images.flannel),
    ],
  }
}

function networkOf(podSubnets: readonly string[]): JsonObject {
  const v4 = podSubnets.find((subnet) => !subnet.includes(':'))
  const v6 = podSubnets.find((subnet) => subnet.includes(':'))
  return {
    ...(v4 === undefined ? {} : { Network: v4 }),
    ...(v6 === undefined ? {} : { IPv6Network: v6, EnableIPv6: true }),
    ...(v4 === undefined ? { EnableIPv4: false } : {}),
    Backend: { Type: 'vxlan', Port: 4789 },
  }
}

function daemonSet(image: string): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'kube-flannel', namespace: NAMESPACE, labels: LABELS },
    spec: {
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: {
          hostNetwork: true,
          priorityClassName: 'system-node-critical',
          serviceAccountName: 'flannel',
          tolerations: TOLERATES_ALL,
          initContainers: [{ name: 'install-config', image, command: ['cp'] }],
          containers: [
            {
              name: 'kube-flannel',
              image,
              command: ['/opt/bin/flanneld'],
              args: ['--ip-masq', '--kube-subnet-mgr'],
              resources: { requests: { cpu: '100m', memory: '50Mi' } },
            },
          ],
          volumes: [
            hostPath('run', '/run/flannel'),
            hostPath('cni-plugin', '/opt/cni/bin'),
            hostPath('cni', '/etc/cni/net.d'),
            { name: 'flannel-cfg', configMap: { name: 'kube-flannel-cfg' } },
          ],
        },
      },
    },
  }
}
