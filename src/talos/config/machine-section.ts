import { encodeBase64 } from '../../encoding/base64.ts'
import { compact, type Mapping, type Value } from '../document/value.ts'
import { has } from './contract.ts'
import { image } from './images.ts'
import type { Settings } from './input.ts'

/** Keeps load balancers outside the cluster from sending traffic to control planes. */
export const excludeFromLoadBalancers = 'node.kubernetes.io/exclude-from-external-load-balancers'

/** The local load balancer in front of the API servers. */
export const kubePrismPort = 7445

const orNothing = (value: Mapping): Mapping | undefined => (Object.keys(value).length === 0 ? undefined : value)

function kubelet({ contract, kubernetesVersion }: Settings): Mapping | undefined {
  if (has(contract, 'kubernetesDocuments')) return undefined
  return {
    image: image('kubelet', kubernetesVersion),
    defaultRuntimeSeccompProfileEnabled: true,
    disableManifestsDirectory: true,
  }
}

function network({ contract, kubeSpan }: Settings): Mapping | undefined {
  if (kubeSpan && !has(contract, 'kubeSpanDocument')) return { kubespan: { enabled: true } }
  return has(contract, 'emptyNetworkSection') ? {} : undefined
}

function install({ contract, install }: Settings): Mapping | undefined {
  if (has(contract, 'installDocument')) return undefined
  return compact({
    disk: install.disk,
    extraKernelArgs: install.extraKernelArgs,
    image: install.image,
    wipe: install.wipe ?? false,
    grubUseUKICmdline: has(contract, 'bootCommandLineFromImage') ? true : undefined,
  })
}

function registries({ contract, registryMirrors }: Settings): Mapping | undefined {
  if (has(contract, 'registryDocuments')) return undefined
  const mirrors = Object.entries(registryMirrors).map(([host, endpoints]) => [host, { endpoints }] as const)
  return mirrors.length === 0 ? undefined : { mirrors: Object.fromEntries<Value>(mirrors) }
}

function features({ contract }: Settings): Mapping {
  const on = (condition: boolean, value: Value = true): Value | undefined => (condition ? value : undefined)
  return compact({
    rbac: on(has(contract, 'accessFlags')),
    stableHostname: on(has(contract, 'stableHostnameFlag')),
    apidCheckExtKeyUsage: on(has(contract, 'accessFlags')),
    diskQuotaSupport: true,
    kubePrism: on(!has(contract, 'kubernetesDocuments'), { enabled: true, port: kubePrismPort }),
    hostDNS: on(!has(contract, 'hostDnsDocument'), { enabled: true, forwardKubeDNSToHost: true }),
  })
}

/** The `machine` section of a generated config. */
export function machineSection(settings: Settings): Mapping {
  const { contract, role, secrets } = settings
  const isControlPlane = role === 'controlplane'
  const { crt, key } = secrets.authorities.os
  return compact({
    type: role,
    token: secrets.trustdToken,
    ca: { crt: encodeBase64(crt), key: isControlPlane ? encodeBase64(key) : '' },
    certSANs: settings.additionalSans,
    kubelet: kubelet(settings),
    network: network(settings),
    install: install(settings),
    sysctls: has(contract, 'sysctlDocument') ? undefined : orNothing(settings.sysctls),
    registries: registries(settings),
    features: features(settings),
    nodeLabels:
      isControlPlane && !has(contract, 'kubernetesDocuments') ? { [excludeFromLoadBalancers]: '' } : undefined,
  })
}
