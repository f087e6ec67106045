import type { CertificateAndKey } from '../certificates/issue.ts'
import { compact, type Document, type Mapping } from '../document/value.ts'
import { anonymousHealthChecks, auditPolicy, podSecurity } from './api-server-policies.ts'
import { document, named } from './document.ts'
import { image } from './images.ts'
import type { Settings } from './input.ts'
import { excludeFromLoadBalancers, kubePrismPort } from './machine-section.ts'

/** The label and taint that mark control planes. */
export const controlPlaneRole = 'node-role.kubernetes.io/control-plane'

/** The documents carry PEM text as it is. */
const plainPair = ({ crt, key }: CertificateAndKey): Mapping => ({ cert: crt, key })

function node({ role, allowSchedulingOnControlPlanes }: Settings): Document {
  if (role === 'worker') return document('KubeNodeConfig', {})
  return document(
    'KubeNodeConfig',
    compact({
      labels: { [controlPlaneRole]: '', [excludeFromLoadBalancers]: '' },
      taints: allowSchedulingOnControlPlanes ? undefined : { [controlPlaneRole]: 'NoSchedule' },
    }),
  )
}

/** Kubernetes documents that every machine has, from contract 1.14 on. */
export function nodeDocuments(settings: Settings): Document[] {
  const { secrets, role, kubernetesVersion } = settings
  const { k8s } = secrets.authorities
  return [
    document('KubeClusterConfig', { clusterName: settings.clusterName, endpoint: settings.endpoint }),
    node(settings),
    document('KubeletConfig', {
      image: image('kubelet', kubernetesVersion),
      defaultRuntimeSeccompProfileEnabled: true,
    }),
    document('KubeNetworkConfig', {
      dnsDomain: settings.dnsDomain,
      podSubnets: settings.podSubnets,
      serviceSubnets: settings.serviceSubnets,
    }),
    document(
      'KubeAPIServerCAConfig',
      role === 'controlplane' ? { issuingCA: plainPair(k8s) } : { acceptedCAs: [k8s.crt] },
    ),
    document('KubePrismConfig', { port: kubePrismPort }),
  ]
}

/** Key names must stay what older clusters have, or their data could no longer be decrypted. */
const encryptionKeys = { secretbox: 'key2', aescbc: 'key1' } as const

/** The provider is `secretbox` for both kinds of secret, as it is in what Talos generates. */
function etcdEncryption({ secrets }: Settings): Document {
  const { kind, secret } = secrets.encryption
  const providers = [{ secretbox: { keys: [{ name: encryptionKeys[kind], secret }] } }]
  return document('KubeEtcdEncryptionConfig', { config: { resources: [{ providers, resources: ['secrets'] }] } })
}

function apiServer(settings: Settings): Document[] {
  const { secrets, kubernetesVersion, localApiServerPort, additionalSans } = settings
  return [
    document('KubeAggregatorCAConfig', { issuingCA: plainPair(secrets.authorities.k8saggregator) }),
    named('KubeAdmissionControlConfig', 'PodSecurity', { configuration: podSecurity }),
    document('KubeAuditPolicyConfig', { configuration: auditPolicy }),
    document('KubeAuthenticationConfig', { configuration: { anonymous: anonymousHealthChecks, jwt: [] } }),
    named('KubeAuthorizerConfig', 'node', { type: 'Node' }),
    named('KubeAuthorizerConfig', 'rbac', { type: 'RBAC' }),
    etcdEncryption(settings),
    document('KubeServiceAccountConfig', {
      issuer: { privateKey: secrets.serviceAccountKey, issuerURL: settings.endpoint },
    }),
    document(
      'KubeAPIServerConfig',
      compact({
        image: image('apiServer', kubernetesVersion),
        apiPort: localApiServerPort,
        certExtraSANs: additionalSans,
      }),
    ),
  ]
}

function podNetwork({ cni }: Settings): { readonly flannel: Document[]; readonly manifests: Document[] } {
  const flannel = document('KubeFlannelCNIConfig', { backendType: 'vxlan', backendPort: 4789 })
  if (cni === 'flannel') return { flannel: [flannel], manifests: [] }
  if (cni === 'none') return { flannel: [], manifests: [] }
  const name = (index: number): string => (index === 0 ? 'custom-cni' : `custom-cni-${index + 1}`)
  return {
    flannel: [],
    manifests: cni.urls.map((url, index) => named('KubeExternalManifestConfig', name(index), { url })),
  }
}

/** Kubernetes documents that only control planes have, from contract 1.14 on. */
export function controlPlaneDocuments(settings: Settings): Document[] {
  const { kubernetesVersion: version, kubeProxy } = settings
  const { flannel, manifests } = podNetwork(settings)
  return [
    ...apiServer(settings),
    document('KubeControllerManagerConfig', { image: image('controllerManager', version) }),
    document('KubeSchedulerConfig', { image: image('scheduler', version) }),
    document('KubeProxyConfig', compact({ enabled: kubeProxy ? undefined : false, image: image('proxy', version) })),
    ...flannel,
    document('KubeCoreDNSConfig', { enabled: true }),
    ...manifests,
  ]
}
