import { compact, type Document, type Mapping } from '../document/value.ts'
import { anonymousHealthChecks, auditPolicy, podSecurity } from './api-server-policies.ts'
import { type CertificateAndKey, pem } from './bundle.ts'
import { document, named } from './document.ts'
import { image } from './images.ts'
import type { Settings } from './input.ts'
import { excludeFromLoadBalancers, kubePrismPort } from './machine-section.ts'

/** The label and taint that mark control planes. */
export const controlPlaneRole = 'node-role.kubernetes.io/control-plane'

const plainPair = ({ crt, key }: CertificateAndKey): Mapping => ({ cert: pem(crt), key: pem(key) })

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
  const { k8s } = secrets.certs
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
      role === 'controlplane' ? { issuingCA: plainPair(k8s) } : { acceptedCAs: [pem(k8s.crt)] },
    ),
    document('KubePrismConfig', { port: kubePrismPort }),
  ]
}

/** Key names must stay what older clusters have, or their data could no longer be decrypted. */
function etcdEncryption({ secrets }: Settings): Document {
  const { secretboxencryptionsecret, aescbcencryptionsecret } = secrets.secrets
  const keys = [
    { name: 'key2', secret: secretboxencryptionsecret },
    { name: 'key1', secret: aescbcencryptionsecret },
  ]
  const providers = keys.flatMap(({ name, secret }) =>
    secret === undefined ? [] : [{ secretbox: { keys: [{ name, secret }] } }],
  )
  return document('KubeEtcdEncryptionConfig', { config: { resources: [{ providers, resources: ['secrets'] }] } })
}

function apiServer(settings: Settings): Document[] {
  const { secrets, kubernetesVersion, localApiServerPort, additionalSans } = settings
  return [
    document('KubeAggregatorCAConfig', { issuingCA: plainPair(secrets.certs.k8saggregator) }),
    named('KubeAdmissionControlConfig', 'PodSecurity', { configuration: podSecurity }),
    document('KubeAuditPolicyConfig', { configuration: auditPolicy }),
    document('KubeAuthenticationConfig', { configuration: { anonymous: anonymousHealthChecks, jwt: [] } }),
    named('KubeAuthorizerConfig', 'node', { type: 'Node' }),
    named('KubeAuthorizerConfig', 'rbac', { type: 'RBAC' }),
    etcdEncryption(settings),
    document('KubeServiceAccountConfig', {
      issuer: { privateKey: pem(secrets.certs.k8sserviceaccount.key), issuerURL: settings.endpoint },
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
