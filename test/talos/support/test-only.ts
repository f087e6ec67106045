import type { Wishes } from '../../../src/talos/config/configure.ts'
import type { Contract } from '../../../src/talos/config/contract.ts'
import type { GenerateInput, Role } from '../../../src/talos/config/input.ts'
import type { SecretsBundle } from '../../../src/talos/secrets/bundle.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** PEM text whose content says what it is. */
const pemText = (label: string, name: string): string =>
  `-----BEGIN ${label}-----\n${base64(`TEST-ONLY ${name}`)}\n-----END ${label}-----\n`

const pair = (name: string) => ({ crt: pemText('CERTIFICATE', name), key: pemText('TESTONLY PRIVATE KEY', name) })

/** A bundle that looks like one and opens nothing. */
export const testOnlySecrets: SecretsBundle = {
  cluster: { id: 'TEST-ONLY-ID', secret: base64('TEST-ONLY-SECRET'.padEnd(32, '.')) },
  bootstrapToken: 'test00.onlytestonlytest',
  encryption: { kind: 'secretbox', secret: 'TEST-ONLY-SECRETBOX' },
  trustdToken: 'test00.onlytestonlytoken',
  authorities: { etcd: pair('etcd'), k8s: pair('k8s'), k8saggregator: pair('aggregator'), os: pair('os') },
  serviceAccountKey: pemText('TESTONLY PRIVATE KEY', 'service account'),
}

/** A plain cluster. */
export const testInput = (contract: Contract, role: Role, more: Partial<GenerateInput> = {}): GenerateInput => ({
  contract,
  role,
  clusterName: 'example',
  endpoint: 'https://192.0.2.10:6443',
  kubernetesVersion: '1.35.0',
  secrets: testOnlySecrets,
  install: { disk: '/dev/sda', image: `factory.example/installer:v${contract}.0` },
  ...more,
})

/** One of everything that every contract can have. */
export const everyWish: Wishes = {
  hostname: 'example-1',
  links: [
    {
      selector: { mac: 'BC:24:11:00:00:01' },
      mtu: 1450,
      addresses: ['192.0.2.11/24'],
      routes: [{ gateway: '192.0.2.1' }],
    },
    { selector: { mac: 'BC:24:11:00:00:02' }, dhcp: true },
  ],
  resolvers: { nameservers: ['192.0.2.1', '192.0.2.2'], searchDomains: ['example.com'] },
  time: { servers: ['ntp.example.com'], bootTimeout: '2m0s' },
  kernelModules: [{ name: 'nbd' }, { name: 'drbd', parameters: ['usermode_helper=disabled'] }],
  sysctls: { 'vm.nr_hugepages': '1024' },
  registries: {
    mirrors: { 'docker.io': { endpoints: ['https://mirror.example.com/v2/docker.io'], overridePath: true } },
    access: { 'mirror.example.com': { username: 'robot', password: 'TEST-ONLY', insecureSkipVerify: true } },
  },
  trustedRoots: { lab: pemText('CERTIFICATE', 'lab') },
  kubelet: {
    extraArgs: { 'rotate-server-certificates': 'true' },
    config: { maxPods: 250 },
    nodeIpSubnets: ['192.0.2.0/24', '!192.0.2.10/32'],
  },
  node: {
    labels: { rack: '12' },
    annotations: { 'example.com/owner': 'lab' },
    taints: { dedicated: 'gpu:NoSchedule' },
  },
  encryption: {
    state: [{ from: 'nodeId' }],
    ephemeral: [{ from: 'passphrase', passphrase: 'TEST-ONLY' }, { from: 'tpm' }],
  },
  userVolumes: [{ name: 'data', disk: { device: '/dev/sdb' } }],
  watchdog: { device: '/dev/watchdog0' },
  firewall: {
    default: 'block',
    rules: [{ name: 'talos-api', protocol: 'tcp', ports: [50_000, '50001-50002'], from: [{ subnet: '192.0.2.0/24' }] }],
  },
  logs: {
    kernel: { remote: 'udp://192.0.2.9:5140' },
    services: [{ url: 'tcp://192.0.2.9:5141', tags: { cluster: 'example' } }],
    events: '192.0.2.9:8080',
  },
}

/** What only control planes can have on top. */
export const controlPlaneWishes: Wishes = {
  ...everyWish,
  links: [
    {
      selector: { mac: 'BC:24:11:00:00:01' },
      addresses: ['192.0.2.11/24'],
      routes: [{ gateway: '192.0.2.1' }, { gateway: '192.0.2.254', destination: '198.51.100.0/24', metric: 512 }],
      vips: ['192.0.2.10'],
    },
  ],
  oidc: {
    issuerUrl: 'https://id.example.com',
    clientId: 'kubernetes',
    groupsClaim: 'groups',
    requiredClaims: { hd: 'example.com' },
  },
  manifests: {
    inline: { namespace: 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: lab\n' },
    external: { addon: 'https://example.com/addon.yaml' },
  },
  talosApiAccess: { roles: ['os:reader'], namespaces: ['kube-system'] },
}
