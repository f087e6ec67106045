import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../shared-data.ts'

const certificate = readFileSync(path.join(root, 'test/bad/files/home-ca.pem'), 'utf8')

/** A cluster file that says something about everything a machine config can have. */
export const everything = {
  name: 'all',
  network: {
    cidr: '192.0.2.0/24',
    gateway: '192.0.2.1',
    dns: ['192.0.2.2', '192.0.2.3'],
    searchDomains: ['example.com'],
    ntp: ['ntp.example.com'],
    vip: '192.0.2.5',
    mtu: 9000,
    routes: [
      { network: '203.0.113.0/25', gateway: '192.0.2.9', metric: 2048, mtu: 1400 },
      { network: '203.0.113.128/25' },
    ],
    nics: [
      { bridge: 'vmbr1', cidr: '198.51.100.0/24', routes: [{ network: '10.8.0.0/16', gateway: '198.51.100.1' }] },
      {
        bridge: 'vmbr2',
        selector: { driver: 'e1000', physical: true },
        routes: [{ network: '2001:db8:8::/48', gateway: 'fe80::1' }],
      },
    ],
  },
  talos: {
    extensions: ['iscsi-tools'],
    discovery: false,
    kubePrism: { port: 7446 },
    hostDNS: { forwardFromPods: false },
    apiAccess: { roles: ['os:reader'], namespaces: ['kube-system'] },
    kernelModules: ['nbd', { name: 'drbd', parameters: ['usermode_helper=disabled'] }],
    sysctls: { 'vm.nr_hugepages': 1024 },
    registries: {
      'docker.io': {
        endpoints: ['https://mirror.example.com/v2/docker'],
        overridePath: true,
        skipFallback: true,
        caFile: 'ca.pem',
        username: 'puller',
        password: { env: 'REGISTRY_PASSWORD' },
      },
      'ghcr.io': { endpoints: ['http://mirror.example.net:5000'] },
    },
    trustedCAs: ['ca.pem', 'more/ca.pem'],
    diskEncryption: {
      state: ['nodeID'],
      ephemeral: [{ static: { env: 'PASSPHRASE' } }, { kms: 'https://kms.example.com' }],
    },
    volumes: [{ name: 'data', maxSize: '10GiB' }],
    watchdog: { timeout: '2m' },
    logs: { kernel: { lab: 'udp://192.0.2.9:5140' }, services: ['tcp://192.0.2.9:5141'], events: '192.0.2.9:8080' },
    firewall: { rules: { 'talos-api': { ports: [50_000, '50001-50002'], from: ['192.0.2.0/24'] } } },
  },
  kubernetes: {
    cni: { urls: ['https://example.com/cni.yaml'] },
    kubeProxy: false,
    sans: ['k8s.example.com'],
    dnsDomain: 'cluster.example',
    podSubnets: ['10.10.0.0/16'],
    serviceSubnets: ['10.11.0.0/16'],
    scheduleOnControlPlanes: true,
    labels: { rack: 'a1' },
    annotations: { 'example.com/owner': 'lab' },
    taints: ['dedicated=gpu:NoSchedule', 'slow:PreferNoSchedule'],
    kubelet: { extraArgs: { 'rotate-server-certificates': 'true' }, extraConfig: { maxPods: 250 } },
    extraArgs: {
      apiServer: { 'feature-gates': 'MutatingAdmissionPolicy=true' },
      controllerManager: { 'bind-address': '0.0.0.0' },
      scheduler: { 'bind-address': '0.0.0.0' },
      etcd: { 'listen-metrics-urls': 'http://0.0.0.0:2381' },
    },
    oidc: { issuer: 'https://id.example.com', clientId: 'kubernetes', usernameClaim: 'email', groupsClaim: 'groups' },
    manifests: [
      { url: 'https://example.com/crds.yaml' },
      { file: 'manifests/namespace.yaml' },
      { name: 'other', inline: '{ apiVersion: v1, kind: Namespace, metadata: { name: other } }' },
    ],
  },
  controlPlane: { count: 1, disks: [{ size: '20GiB' }] },
  workers: { general: { count: 1, disks: [{ size: '20GiB' }] } },
} as const

/** The files that it names. */
export const everyFile: Readonly<Record<string, string>> = {
  'ca.pem': certificate,
  'more/ca.pem': certificate,
  'manifests/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: lab\n',
}
