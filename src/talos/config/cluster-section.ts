import { encodeBase64 } from '../../encoding/base64.ts'
import type { CertificateAndKey } from '../certificates/issue.ts'
import { compact, type Mapping } from '../document/value.ts'
import { auditPolicy, podSecurity } from './api-server-policies.ts'
import { has } from './contract.ts'
import { image } from './images.ts'
import type { Cni, Settings } from './input.ts'

/** The host of an address, as it goes into certificates. */
const hostOf = (endpoint: string): string => new URL(endpoint).hostname.replace(/^\[|\]$/g, '')

/** The sections carry PEM text as base64. */
const encodedPair = ({ crt, key }: CertificateAndKey): Mapping => ({ crt: encodeBase64(crt), key: encodeBase64(key) })

const cniSections = (cni: Cni): Mapping | undefined => {
  if (cni === 'flannel') return undefined
  return cni === 'none' ? { name: 'none' } : { name: 'custom', urls: cni.urls }
}

function apiServer({ contract, endpoint, additionalSans, kubernetesVersion }: Settings): Mapping {
  const sans = [...(has(contract, 'endpointInServerSans') ? [hostOf(endpoint)] : []), ...additionalSans]
  return compact({
    image: image('apiServer', kubernetesVersion),
    certSANs: sans,
    disablePodSecurityPolicy: has(contract, 'podSecurityPolicyFlag') ? true : undefined,
    admissionControl: [{ name: 'PodSecurity', configuration: podSecurity }],
    auditPolicy,
  })
}

/** What both roles know about the cluster, up to contract 1.13. */
function shared(settings: Settings): Mapping {
  const { secrets, endpoint, localApiServerPort, role } = settings
  const { k8s } = secrets.authorities
  return compact({
    id: secrets.cluster.id,
    secret: secrets.cluster.secret,
    controlPlane: compact({
      endpoint,
      localAPIServerPort: role === 'controlplane' ? localApiServerPort : undefined,
    }),
    clusterName: settings.clusterName,
    network: compact({
      cni: cniSections(settings.cni),
      dnsDomain: settings.dnsDomain,
      podSubnets: settings.podSubnets,
      serviceSubnets: settings.serviceSubnets,
    }),
    ca: role === 'controlplane' ? encodedPair(k8s) : { crt: encodeBase64(k8s.crt), key: '' },
    discovery: { enabled: settings.discovery, registries: { kubernetes: { disabled: true }, service: {} } },
  })
}

/** What only control planes know, up to contract 1.13. */
function controlPlane(settings: Settings): Mapping {
  const { kubernetesVersion: version, secrets } = settings
  const { kind, secret } = secrets.encryption
  return compact({
    [`${kind}EncryptionSecret`]: secret,
    aggregatorCA: encodedPair(secrets.authorities.k8saggregator),
    serviceAccount: { key: encodeBase64(secrets.serviceAccountKey) },
    apiServer: apiServer(settings),
    controllerManager: { image: image('controllerManager', version) },
    proxy: compact({ disabled: settings.kubeProxy ? undefined : true, image: image('proxy', version) }),
    scheduler: { image: image('scheduler', version) },
    allowSchedulingOnControlPlanes: settings.allowSchedulingOnControlPlanes ? true : undefined,
  })
}

/** The `cluster` section of a generated config. */
export function clusterSection(settings: Settings): Mapping {
  const { contract, role, secrets } = settings
  const isControlPlane = role === 'controlplane'
  const legacy = !has(contract, 'kubernetesDocuments')
  return compact({
    ...(legacy ? shared(settings) : {}),
    ...(legacy && isControlPlane ? controlPlane(settings) : {}),
    token: secrets.bootstrapToken,
    etcd: isControlPlane ? { ca: encodedPair(secrets.authorities.etcd) } : undefined,
  })
}
