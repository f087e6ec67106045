import { addressAt, formatIp, parseNetwork } from '../../../src/net/ip.ts'
import type { JsonObject } from '../json.ts'
import { account, accountBinding, clusterRole, type Manifest, type ManifestSettings, NAMESPACE } from './manifest.ts'

const SELECTED = { 'k8s-app': 'kube-dns' }
const LABELS = { ...SELECTED, 'kubernetes.io/name': 'CoreDNS' }
const DEFAULTS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }

/** Where the DNS of a cluster is: the tenth address of each network of services. */
export const dnsAddresses = (serviceSubnets: readonly string[]): readonly string[] =>
  serviceSubnets.map((subnet) => formatIp(addressAt(parseNetwork(subnet), 10n)))

/** The DNS of the cluster. */
export function coreDns({ dnsDomain, serviceSubnets, images }: ManifestSettings): readonly Manifest[] {
  const role = 'system:coredns'
  const metadata = { name: role, labels: DEFAULTS }
  return [
    {
      id: '11-core-dns',
      objects: [
        account('coredns'),
        clusterRole(metadata, [
          { apiGroups: [''], resources: ['endpoints', 'services', 'pods', 'namespaces'], verbs: ['list', 'watch'] },
          { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
        ]),
        accountBinding(metadata, role, 'coredns'),
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'coredns', namespace: NAMESPACE },
          data: { Corefile: corefile(dnsDomain) },
        },
        deployment(images.coreDns),
      ],
    },
    { id: '11-core-dns-svc', objects: [service(dnsAddresses(serviceSubnets))] },
  ]
}

const corefile = (domain: string): string =>
  [
    '.:53 {',
    '    errors',
    '    health {',
    '        lameduck 5s',
    '    }',
    '    ready',
    '    log . {',
    '        class error',
    '    }',
    '    prometheus :9153',
    '',
    `    kubernetes ${domain} in-addr.arpa ip6.arpa {`,
    '        pods insecure',
    '        fallthrough in-addr.arpa ip6.arpa',
    '        ttl 30',
    '    }',
    '    forward . /etc/resolv.conf {',
    '       max_concurrent 1000',
    '    }',
    '    cache 30 {',
    `       disable success ${domain}`,
    `       disable denial ${domain}`,
    '    }',
    '    loop',
    '    reload',
    '    loadbalance',
    '}',
    '',
  ].join('\n')

function deployment(image: string): JsonObject {
  const port = (name: string, containerPort: number, protocol: string) => ({ name, containerPort, protocol })
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'coredns', namespace: NAMESPACE, labels: LABELS },
    spec: {
      replicas: 2,
      selector: { matchLabels: SELECTED },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
      template: {
        metadata: { labels: SELECTED },
        spec: {
          dnsPolicy: 'Default',
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          priorityClassName: 'system-cluster-critical',
          serviceAccountName: 'coredns',
          tolerations: ['node-role.kubernetes.io/control-plane', 'node.cloudprovider.kubernetes.io/uninitialized'].map(
            (key) => ({ effect: 'NoSchedule', key, operator: 'Exists' }),
          ),
          containers: [
            {
              name: 'coredns',
              image,
              args: ['-conf', '/etc/coredns/Corefile'],
              ports: [port('dns', 53, 'UDP'), port('dns-tcp', 53, 'TCP'), port('metrics', 9153, 'TCP')],
              resources: { limits: { memory: '170Mi' }, requests: { cpu: '100m', memory: '70Mi' } },
            },
          ],
          volumes: [
            { name: 'config-volume', configMap: { name: 'coredns', items: [{ key: 'Corefile', path: 'Corefile' }] } },
          ],
        },
      },
    },
  }
}

function service(clusterIPs: readonly string[]): JsonObject {
  const port = (name: string, protocol: string, number: number) => ({
    name,
    port: number,
    protocol,
    targetPort: number,
  })
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'kube-dns',
      namespace: NAMESPACE,
      labels: { ...LABELS, 'kubernetes.io/cluster-service': 'true' },
      annotations: { 'prometheus.io/port': '9153', 'prometheus.io/scrape': 'true' },
    },
    spec: {
      clusterIP: clusterIPs[0] ?? '',
      clusterIPs,
      ipFamilies: clusterIPs.map((address) => (address.includes(':') ? 'IPv6' : 'IPv4')),
      ipFamilyPolicy: clusterIPs.length > 1 ? 'RequireDualStack' : 'SingleStack',
      selector: SELECTED,
      ports: [port('dns', 'UDP', 53), port('dns-tcp', 'TCP', 53), port('metrics', 'TCP', 9153)],
    },
  }
}
