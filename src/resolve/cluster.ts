import { apiUrl } from '../net/in-url.ts'
import { type Family, formatIp, parseIp, parseNetwork } from '../net/ip.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import { definedOnly } from './defined-only.ts'
import type { Desired } from './desired.ts'
import type { Draft } from './draft.ts'
import { minorOf, talosMinors } from './versions.ts'

/** Everything of a cluster but its machines. */
export type ClusterPart = Omit<Desired, 'machines' | 'placement'>

/** Fills in what the file leaves open about the cluster as a whole. */
export function clusterOf(spec: Spec, drafts: readonly Draft[]): ClusterPart {
  return {
    name: spec.name,
    environment: spec.environment,
    description: spec.description,
    ha: spec.ha ?? false,
    protection: spec.protection ?? false,
    artifacts: { dir: 'talos', machineConfigs: false, secrets: false, ...definedOnly(spec.artifacts ?? {}) },
    secrets: { recipients: spec.secrets?.recipients ?? [], identity: spec.secrets?.identity },
    proxmox: proxmoxOf(spec),
    network: networkOf(spec, drafts),
    talos: {
      version: spec.talos.version,
      contract: spec.talos.contract ?? `v1.${minorOf(spec.talos.version)}`,
      factory: spec.talos.factory ?? 'https://factory.talos.dev',
      discovery: spec.talos.discovery ?? true,
      kubePrism: spec.talos.kubePrism,
      hostDNS: hostDnsOf(spec),
      apiAccess: spec.talos.apiAccess,
      configServer: configServerOf(spec),
    },
    kubernetes: kubernetesOf(spec, drafts),
  }
}

function hostDnsOf({ talos: { hostDNS } }: Spec): Desired['talos']['hostDNS'] {
  if (hostDNS === undefined) return undefined
  const { enabled = true } = hostDNS
  return { enabled, forwardFromPods: hostDNS.forwardFromPods ?? enabled }
}

const CONFIG_PORT = 8480

function configServerOf({ talos: { configServer } }: Spec): Desired['talos']['configServer'] {
  if (configServer === undefined) return undefined
  const { address, port = CONFIG_PORT } = configServer
  return { address, port }
}

function proxmoxOf({ proxmox = {} }: Spec): Desired['proxmox'] {
  const { type = 'token', username, from = { env: 'PROXMOX_VE_API_TOKEN' }, totp } = proxmox.credentials ?? {}
  return {
    endpoints: proxmox.endpoint ?? [],
    tls: proxmox.tls ?? {},
    credentials: { type, username, from, totp },
    hosts: Object.keys(proxmox.hosts ?? {}),
    pool: proxmox.pool,
  }
}

function networkOf({ network = {} }: Spec, drafts: readonly Draft[]): Desired['network'] {
  const addressing = network.addressing ?? 'static'
  const gateways = (network.gateway ?? []).map(parseIp)
  return {
    addressing,
    networks: (network.cidr ?? []).map((cidr) => {
      const gateway = gateways.find(({ family }) => family === parseNetwork(cidr).family)
      return { cidr, gateway: gateway === undefined ? undefined : formatIp(gateway) }
    }),
    dns: network.dns ?? (addressing === 'static' ? publicResolvers(network.cidr ?? []) : []),
    searchDomains: network.searchDomains ?? [],
    ntp: network.ntp ?? [],
    vips: network.vip ?? [],
    endpoint: endpointOf(network, drafts),
  }
}

const resolvers = {
  ipv4: ['1.1.1.1', '8.8.8.8'],
  ipv6: ['2606:4700:4700::1111', '2001:4860:4860::8888'],
} as const satisfies Record<Family, readonly string[]>

/** Name servers that machines in these networks can reach, IPv4 first. */
function publicResolvers(cidrs: readonly string[]): readonly string[] {
  const families = new Set(cidrs.map((cidr) => parseNetwork(cidr).family))
  if (!families.has('ipv6')) return resolvers.ipv4
  return families.has('ipv4') ? [...resolvers.ipv4, ...resolvers.ipv6] : resolvers.ipv6
}

function endpointOf(network: NonNullable<Spec['network']>, drafts: readonly Draft[]): string | undefined {
  if (network.endpoint !== undefined) return network.endpoint
  const first = drafts.find(({ role }) => role === 'controlplane')
  const address = network.vip?.[0] ?? first?.nics[0].addresses[0]?.address
  return address === undefined ? undefined : apiUrl(address)
}

/** The networks of pods and services: as written, else one for each family of the machines. */
export function subnetsOf({
  kubernetes = {},
  network,
}: Spec): Pick<Desired['kubernetes'], 'podSubnets' | 'serviceSubnets'> {
  const families = [...new Set((network?.cidr ?? []).map((cidr) => parseNetwork(cidr).family))]
  const byFamily = (ipv4: string, ipv6: string) =>
    families.length === 0 ? [ipv4] : families.map((family) => (family === 'ipv4' ? ipv4 : ipv6))
  return {
    podSubnets: kubernetes.podSubnets ?? byFamily('10.244.0.0/16', 'fc00:db8:10::/56'),
    serviceSubnets: kubernetes.serviceSubnets ?? byFamily('10.96.0.0/12', 'fc00:db8:20::/112'),
  }
}

function kubernetesOf(spec: Spec, drafts: readonly Draft[]): Desired['kubernetes'] {
  const { kubernetes = {}, talos } = spec
  const { cni = 'flannel' } = kubernetes
  return {
    version: kubernetes.version ?? talosMinors[minorOf(talos.version)]?.kubernetes ?? '',
    cni: typeof cni === 'string' ? { name: cni } : { name: 'custom', urls: cni.urls },
    kubeProxy: kubernetes.kubeProxy ?? true,
    ...subnetsOf(spec),
    dnsDomain: kubernetes.dnsDomain ?? 'cluster.local',
    sans: kubernetes.sans ?? [],
    scheduleOnControlPlanes: kubernetes.scheduleOnControlPlanes ?? !drafts.some(({ role }) => role === 'worker'),
    extraArgs: kubernetes.extraArgs ?? {},
    oidc: kubernetes.oidc,
    manifests: kubernetes.manifests ?? [],
  }
}
