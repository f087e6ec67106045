import type { JsonObject } from '../json.ts'

/** What a cluster's config says about the add-ons that Talos brings. */
export interface AddOnSettings {
  readonly kubernetesVersion: string
  readonly podSubnets: readonly string[]
  readonly serviceSubnets: readonly string[]
  readonly dnsDomain: string
  /** Whether Talos brings its own pod network. */
  readonly flannel: boolean
  readonly kubeProxy: boolean
  readonly coreDns: boolean
}

const NAMESPACE = 'kube-system'
const TOLERATES_ALL = [
  { effect: 'NoSchedule', operator: 'Exists' },
  { effect: 'NoExecute', operator: 'Exists' },
]
const IMAGES = {
  flannel: 'ghcr.io/siderolabs/flannel:v0.27.4',
  installCni: 'ghcr.io/siderolabs/install-cni:v1.12.0-4-g5d7e8f7',
  coreDns: 'registry.k8s.io/coredns/coredns:v1.13.2',
}

const account = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace: NAMESPACE },
})

const binding = (name: string, role: string, subject: string): JsonObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects: [{ kind: 'ServiceAccount', name: subject, namespace: NAMESPACE }],
})

const hostPath = (name: string, path: string, type = ''): JsonObject => ({ name, hostPath: { path, type } })

/** The pod network that Talos brings. */
function flannel({ podSubnets }: AddOnSettings): readonly JsonObject[] {
  const labels = { 'k8s-app': 'flannel', tier: 'node' }
  const network = { Network: podSubnets[0] ?? '', Backend: { Type: 'vxlan', Port: 4789 } }
  return [
    account('flannel'),
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'flannel' },
      rules: [
        { apiGroups: [''], resources: ['pods'], verbs: ['get'] },
        { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: [''], resources: ['nodes/status'], verbs: ['patch'] },
      ],
    },
    binding('flannel', 'flannel', 'flannel'),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'kube-flannel-cfg', namespace: NAMESPACE, labels },
      data: { 'net-conf.json': JSON.stringify(network) },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'kube-flannel', namespace: NAMESPACE, labels },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            hostNetwork: true,
            priorityClassName: 'system-node-critical',
            serviceAccountName: 'flannel',
            tolerations: TOLERATES_ALL,
            initContainers: [{ name: 'install-config', image: IMAGES.installCni }],
            containers: [{ name: 'kube-flannel', image: IMAGES.flannel }],
            volumes: [
              hostPath('run', '/run/flannel'),
              hostPath('cni-plugin', '/opt/cni/bin'),
              hostPath('cni', '/etc/cni/net.d'),
            ],
          },
        },
      },
    },
  ]
}

/** What makes the addresses of services work. */
function kubeProxy({ kubernetesVersion }: AddOnSettings): readonly JsonObject[] {
  const labels = { 'k8s-app': 'kube-proxy', tier: 'node' }
  return [
    account('kube-proxy'),
    binding('kube-proxy', 'system:node-proxier', 'kube-proxy'),
    {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'kube-proxy', namespace: NAMESPACE, labels },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            hostNetwork: true,
            priorityClassName: 'system-cluster-critical',
            serviceAccountName: 'kube-proxy',
            tolerations: TOLERATES_ALL,
            containers: [{ name: 'kube-proxy', image: `registry.k8s.io/kube-proxy:${kubernetesVersion}` }],
            volumes: [hostPath('lib-modules', '/lib/modules')],
          },
        },
      },
    },
  ]
}

/** The DNS of the cluster. */
function coreDns({ dnsDomain, serviceSubnets }: AddOnSettings): readonly JsonObject[] {
  const labels = { 'k8s-app': 'kube-dns' }
  const address = (serviceSubnets[0] ?? '10.96.0.0/12').replace(/\.\d+\/\d+$/, '.10')
  const port = (name: string, protocol: string, number: number) => ({
    name,
    port: number,
    protocol,
    targetPort: number,
  })
  return [
    account('coredns'),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'coredns', namespace: NAMESPACE },
      data: {
        Corefile: `.:53 {\n    errors\n    health\n    ready\n    kubernetes ${dnsDomain} in-addr.arpa ip6.arpa\n    forward . /etc/resolv.conf\n    cache 30\n}\n`,
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'coredns', namespace: NAMESPACE, labels: { ...labels, 'kubernetes.io/name': 'CoreDNS' } },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            priorityClassName: 'system-cluster-critical',
            serviceAccountName: 'coredns',
            tolerations: [
              { effect: 'NoSchedule', key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' },
              { effect: 'NoSchedule', key: 'node.cloudprovider.kubernetes.io/uninitialized', operator: 'Exists' },
            ],
            containers: [
              { name: 'coredns', image: IMAGES.coreDns, ports: [{ containerPort: 53, name: 'dns', protocol: 'UDP' }] },
            ],
          },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'kube-dns', namespace: NAMESPACE, labels: { ...labels, 'kubernetes.io/name': 'CoreDNS' } },
      spec: {
        clusterIP: address,
        selector: labels,
        ports: [port('dns', 'UDP', 53), port('dns-tcp', 'TCP', 53), port('metrics', 'TCP', 9153)],
      },
    },
  ]
}

/** The objects of the add-ons that a cluster's config asks for, in the order in which Talos applies them. */
export function addOns(settings: AddOnSettings): readonly JsonObject[] {
  return [
    ...(settings.flannel ? flannel(settings) : []),
    ...(settings.kubeProxy ? kubeProxy(settings) : []),
    ...(settings.coreDns ? coreDns(settings) : []),
  ]
}
