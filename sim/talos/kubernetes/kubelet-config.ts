import { ofKind } from '../../../src/talos/document/identity.ts'
import { at, isMapping, type Mapping, textAt, type Value } from '../../../src/talos/document/value.ts'
import { dnsAddresses } from '../../kubernetes/bootstrap/core-dns.ts'
import type { MachineConfig } from '../config/machine-config.ts'
import { clusterNetworks, dnsDomain, nodeSettings } from './settings.ts'

/** Where a kubelet finds the pods of its control plane. */
export const STATIC_PODS = 'http://127.0.0.1:45109'

const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane'
const UNSET = '0s'

/** Durations and counts that Talos leaves to the kubelet, as they are written then. */
const LEFT_TO_THE_KUBELET: Mapping = {
  cpuManagerReconcilePeriod: UNSET,
  crashLoopBackOff: {},
  evictionPressureTransitionPeriod: UNSET,
  fileCheckFrequency: UNSET,
  httpCheckFrequency: UNSET,
  imageMaximumGCAge: UNSET,
  imageMinimumGCAge: UNSET,
  memorySwap: {},
  nodeStatusReportFrequency: UNSET,
  nodeStatusUpdateFrequency: UNSET,
  runtimeRequestTimeout: UNSET,
  syncFrequency: UNSET,
  volumeStatsAggPeriod: UNSET,
}

/** What Talos sets unless the config says otherwise. */
const PREFERRED: Mapping = {
  address: '0.0.0.0',
  failSwapOn: false,
  logging: {
    flushFrequency: 0,
    format: 'json',
    options: { json: { infoBufferSize: '0' }, text: { infoBufferSize: '0' } },
    verbosity: 0,
  },
  oomScoreAdj: -450,
  serializeImagePulls: false,
  shutdownGracePeriod: '30s',
  shutdownGracePeriodCriticalPods: '10s',
  streamingConnectionIdleTimeout: '5m0s',
  tlsMinVersion: 'VersionTLS13',
}

/** What Talos sets whatever the config says. */
const OWN: Mapping = {
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  authentication: {
    anonymous: { enabled: false },
    webhook: { cacheTTL: UNSET, enabled: true },
    x509: { clientCAFile: '/etc/kubernetes/pki/ca.crt' },
  },
  authorization: { mode: 'Webhook', webhook: { cacheAuthorizedTTL: UNSET, cacheUnauthorizedTTL: UNSET } },
  cgroupRoot: '/',
  containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
  kubeletCgroups: '/podruntime/kubelet',
  port: 10_250,
  resolvConf: '/system/resolved/resolv.conf',
  rotateCertificates: true,
  staticPodURL: STATIC_PODS,
  systemCgroups: '/system',
}

/** Further settings of the kubelet that a config has. */
export function extraConfig({ documents, root }: MachineConfig): Mapping {
  const own = at(ofKind(documents, 'KubeletConfig')[0], 'config') ?? at(root, 'machine', 'kubelet', 'extraConfig')
  return isMapping(own) ? own : {}
}

/** Flags of the kubelet that a config has. */
export function extraArgs({ documents, root }: MachineConfig): Mapping {
  const own = at(ofKind(documents, 'KubeletConfig')[0], 'extraArgs') ?? at(root, 'machine', 'kubelet', 'extraArgs')
  return isMapping(own) ? own : {}
}

/** Whether a kubelet asks the cluster for the certificate that it serves with. */
export const asksForServingCertificate = (config: MachineConfig): boolean =>
  textAt(extraArgs(config), 'rotate-server-certificates') === 'true' ||
  at(extraArgs(config), 'rotate-server-certificates') === true ||
  at(extraConfig(config), 'serverTLSBootstrap') === true

/** Whether pods may run on a control plane. */
export const takesPods = (config: MachineConfig): boolean =>
  !nodeSettings(config).taints.some(({ key }) => key === CONTROL_PLANE)

/** The config of the kubelet, whole. */
export function kubeletConfiguration(config: MachineConfig): Value {
  const isControlPlane = config.type === 'controlplane'
  const gate = 'LocalStorageCapacityIsolationFSQuotaMonitoring'
  const extra = extraConfig(config)
  const gates = at(extra, 'featureGates')
  return {
    ...LEFT_TO_THE_KUBELET,
    ...PREFERRED,
    clusterDNS: dnsAddresses(clusterNetworks(config).serviceSubnets),
    clusterDomain: dnsDomain(config),
    seccompDefault: true,
    systemReserved: {
      cpu: '50m',
      'ephemeral-storage': '256Mi',
      memory: isControlPlane ? '512Mi' : '384Mi',
      pid: '100',
    },
    ...extra,
    ...OWN,
    protectKernelDefaults: true,
    featureGates: { [gate]: true, ...(isMapping(gates) ? gates : {}) },
    ...(isControlPlane && !takesPods(config)
      ? { registerWithTaints: [{ effect: 'NoSchedule', key: CONTROL_PLANE, timeAdded: null }] }
      : {}),
  }
}
