import {
  account,
  accountBinding,
  hostPath,
  type Manifest,
  type ManifestSettings,
  NAMESPACE,
  TOLERATES_ALL,
} from './manifest.ts'

const LABELS = { 'k8s-app': 'kube-proxy', tier: 'node' }

/** The flags of kube-proxy, as Talos sets them. */
export const proxyFlags = (podSubnets: readonly string[]): readonly string[] => [
  `--cluster-cidr=${podSubnets.join(',')}`,
  '--conntrack-max-per-core=0',
  '--hostname-override=$(NODE_NAME)',
  '--kubeconfig=/etc/kubernetes/kubeconfig',
  '--proxy-mode=nftables',
]

/** What makes the addresses of services work. */
export function kubeProxy({ podSubnets, images }: ManifestSettings): Manifest {
  const daemonSet = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'kube-proxy', namespace: NAMESPACE, labels: LABELS },
    spec: {
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: {
          hostNetwork: true,
          priorityClassName: 'system-cluster-critical',
          serviceAccountName: 'kube-proxy',
          tolerations: TOLERATES_ALL,
          containers: [
            {
              name: 'kube-proxy',
              image: images.kubeProxy,
              command: ['/usr/local/bin/kube-proxy', ...proxyFlags(podSubnets)],
              securityContext: { privileged: true },
            },
          ],
          volumes: [
            hostPath('lib-modules', '/usr/lib/modules'),
            hostPath('ssl-certs-host', '/etc/ssl/certs'),
            { name: 'kubeconfig', configMap: { name: 'kubeconfig-in-cluster' } },
          ],
        },
      },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
    },
  }
  return {
    id: '10-kube-proxy',
    objects: [
      daemonSet,
      account('kube-proxy'),
      accountBinding({ name: 'kube-proxy' }, 'system:node-proxier', 'kube-proxy'),
    ],
  }
}
