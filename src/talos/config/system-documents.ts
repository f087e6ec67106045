import { compact, type Document } from '../document/value.ts'
import { has } from './contract.ts'
import { document, named } from './document.ts'
import type { Settings } from './input.ts'

const discoveryService = 'https://discovery.talos.dev/'

function discovery({ contract, discovery, secrets }: Settings): Document[] {
  if (!has(contract, 'discoveryDocuments')) return []
  const { id, secret } = secrets.cluster
  return [
    ...(discovery ? [named('DiscoveryServiceConfig', 'default', { endpoint: discoveryService })] : []),
    document('DiscoveryIdentityConfig', { clusterID: id, clusterSecret: secret }),
  ]
}

function install({ contract, install }: Settings): Document[] {
  if (!has(contract, 'installDocument') || install.disk === undefined) return []
  const match = `disk.dev_path == ${JSON.stringify(install.disk)}`
  return [
    document('UnattendedInstallConfig', {
      installer: compact({ image: install.image }),
      provisioning: { diskSelector: { match }, wipe: install.wipe ?? false },
    }),
  ]
}

function sysctls({ contract, sysctls }: Settings): Document[] {
  const wanted = has(contract, 'sysctlDocument') && Object.keys(sysctls).length > 0
  return wanted ? [document('SysctlConfig', { params: sysctls })] : []
}

function registries({ contract, registryMirrors }: Settings): Document[] {
  if (!has(contract, 'registryDocuments')) return []
  return Object.entries(registryMirrors)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([host, urls]) => named('RegistryMirrorConfig', host, { endpoints: urls.map((url) => ({ url })) }))
}

/** Documents about the machine itself, in the order in which Talos prints them. */
export function systemDocuments(settings: Settings): Document[] {
  const { contract, kubeSpan } = settings
  const when = (condition: boolean, ...documents: Document[]): Document[] => (condition ? documents : [])
  return [
    ...discovery(settings),
    ...install(settings),
    ...when(
      has(contract, 'hostDnsDocument'),
      document('ResolverConfig', { hostDNS: { enabled: true, forwardKubeDNSToHost: true } }),
    ),
    ...sysctls(settings),
    ...when(
      has(contract, 'filesystemDefaults'),
      named('VolumeConfig', 'EPHEMERAL', { mount: { secure: true } }),
      document('FilesystemTrimConfig', { interval: '168h0m0s' }),
    ),
    ...when(has(contract, 'securityProfile'), document('SecurityProfileConfig', { workloadIsolation: true })),
    ...registries(settings),
    ...when(has(contract, 'hostnameDocument'), document('HostnameConfig', { auto: 'stable' })),
    ...when(kubeSpan && has(contract, 'kubeSpanDocument'), document('KubeSpanConfig', { enabled: true })),
  ]
}
