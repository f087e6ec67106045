import { parseDuration } from '../../document/duration.ts'
import type { Value } from '../../document/value.ts'
import { expressionProblem } from '../expression.ts'
import {
  between,
  type Check,
  dnsName,
  hostname,
  ip,
  macPattern,
  oneOf,
  pemText,
  prefix,
  subnetFilter,
  url,
  volumeName,
} from '../syntax.ts'

const expression =
  (about: 'disk' | 'link'): Check =>
  (value) =>
    typeof value === 'string' ? expressionProblem(value, about) : undefined

const atLeast =
  (minimum: string): Check =>
  (value: Value) => {
    const [given, least] = [parseDuration(String(value)), parseDuration(minimum)]
    return given !== undefined && least !== undefined && given < least ? `${value} is less than ${minimum}` : undefined
  }

const hostAndPort: Check = (value) =>
  /^(?:\[[^\]]+\]|[^:]+):\d{1,5}$/.test(String(value)) ? undefined : `${value} is not host:port`

const logUrl: Check = (value) => {
  const problem = url('tcp', 'udp')(value)
  if (problem !== undefined) return problem
  return /^(?:tcp|udp):\/\/[^/]+:\d+\/?$/.test(String(value)) ? undefined : `${value} needs a port and no path`
}

const talosRoles = oneOf(
  'os:admin',
  'os:operator',
  'os:reader',
  'os:etcd:backup',
  'os:image:verifier',
  'os:meta:writer',
  'os:impersonator',
)

const secretLength: Check = (value) =>
  Buffer.from(String(value), 'base64').length === 32 ? undefined : 'this is not 32 bytes of base64'

/** Checks of single values, by kind of document and pattern; `v1alpha1` is the document without a kind. */
export const fieldRules: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  v1alpha1: {
    version: oneOf('v1alpha1'),
    'machine.type': oneOf('controlplane', 'worker', 'init'),
    'machine.network.hostname': hostname,
    'machine.network.nameservers[]': ip,
    'machine.network.interfaces[].deviceSelector.hardwareAddr': macPattern,
    'machine.network.interfaces[].deviceSelector.permanentAddr': macPattern,
    'machine.network.interfaces[].addresses[]': prefix,
    'machine.network.interfaces[].routes[].network': prefix,
    'machine.network.interfaces[].routes[].gateway': ip,
    'machine.network.interfaces[].routes[].source': ip,
    'machine.network.interfaces[].vip.ip': ip,
    'machine.network.interfaces[].vlans[].vlanId': between(1, 4094),
    'machine.network.interfaces[].vlans[].addresses[]': prefix,
    'machine.network.interfaces[].vlans[].routes[].network': prefix,
    'machine.network.interfaces[].vlans[].routes[].gateway': ip,
    'machine.network.interfaces[].vlans[].vip.ip': ip,
    'machine.network.extraHostEntries[].ip': ip,
    'machine.kubelet.nodeIP.validSubnets[]': subnetFilter,
    'machine.kubelet.clusterDNS[]': ip,
    'machine.files[].op': oneOf('create', 'append', 'overwrite'),
    'machine.registries.mirrors{}.endpoints[]': url('http', 'https'),
    'machine.logging.destinations[].endpoint': url('tcp', 'udp'),
    'machine.logging.destinations[].format': oneOf('json_lines'),
    'machine.features.kubernetesTalosAPIAccess.allowedRoles[]': talosRoles,
    'machine.features.nodeAddressSortAlgorithm': oneOf('v1', 'v2'),
    'cluster.controlPlane.endpoint': url('https'),
    'cluster.network.dnsDomain': dnsName,
    'cluster.network.podSubnets[]': prefix,
    'cluster.network.serviceSubnets[]': prefix,
    'cluster.network.cni.name': oneOf('flannel', 'custom', 'none'),
    'cluster.network.cni.urls[]': url('http', 'https'),
    'cluster.proxy.mode': oneOf('iptables', 'ipvs', 'nftables'),
    'cluster.extraManifests[]': url('http', 'https'),
    'cluster.externalCloudProvider.manifests[]': url('http', 'https'),
    'cluster.etcd.advertisedSubnets[]': subnetFilter,
    'cluster.etcd.listenSubnets[]': subnetFilter,
  },
  BlackholeRouteConfig: { name: prefix },
  DiscoveryIdentityConfig: { clusterSecret: secretLength },
  DiscoveryServiceConfig: { endpoint: url('http', 'https', 'grpc') },
  EventSinkConfig: { endpoint: hostAndPort },
  ExistingVolumeConfig: { name: volumeName, 'discovery.volumeSelector.match': expression('disk') },
  HCloudVIPConfig: { name: ip },
  HostnameConfig: { auto: oneOf('stable', 'off'), hostname },
  KmsgLogConfig: { url: logUrl },
  KubeAPIServerCAConfig: {
    'issuingCA.cert': pemText('CERTIFICATE'),
    'issuingCA.key': pemText('PRIVATE KEY'),
    'acceptedCAs[]': pemText('CERTIFICATE'),
  },
  KubeAggregatorCAConfig: {
    'issuingCA.cert': pemText('CERTIFICATE'),
    'issuingCA.key': pemText('PRIVATE KEY'),
    'acceptedCAs[]': pemText('CERTIFICATE'),
  },
  KubeAuthorizerConfig: { type: oneOf('Node', 'RBAC', 'Webhook') },
  KubeClusterConfig: { endpoint: url('https') },
  KubeExternalManifestConfig: { name: hostname, url: url('http', 'https') },
  KubeInlineManifestConfig: { name: hostname },
  KubeNetworkConfig: {
    dnsDomain: dnsName,
    'podSubnets[]': prefix,
    'serviceSubnets[]': prefix,
    nodeCIDRMaskSizeIPv4: between(0, 32),
    nodeCIDRMaskSizeIPv6: between(0, 128),
  },
  KubeNodeConfig: { 'nodeIP.validSubnets[]': subnetFilter },
  KubePrismConfig: { port: between(1, 65_535) },
  KubeProxyConfig: { mode: oneOf('iptables', 'ipvs', 'nftables') },
  KubeServiceAccountConfig: { 'issuer.privateKey': pemText('PRIVATE KEY') },
  KubeTalosAPIAccessConfig: { 'allowedRoles[]': talosRoles },
  KubeletConfig: { 'clusterDNS[]': ip },
  Layer2VIPConfig: { name: ip },
  LinkAliasConfig: { 'selector.match': expression('link') },
  RawVolumeConfig: { name: volumeName, 'provisioning.diskSelector.match': expression('disk') },
  RegistryMirrorConfig: { 'endpoints[].url': url('http', 'https') },
  RegistryTLSConfig: { ca: pemText('CERTIFICATE') },
  SideroLinkConfig: { apiUrl: url('https', 'grpc') },
  StaticHostConfig: { name: ip },
  SwapVolumeConfig: { name: volumeName, 'provisioning.diskSelector.match': expression('disk') },
  TrustedRootsConfig: { certificates: pemText('CERTIFICATE') },
  UnattendedInstallConfig: { 'provisioning.diskSelector.match': expression('disk') },
  UserVolumeConfig: {
    name: volumeName,
    volumeType: oneOf('partition', 'disk', 'directory'),
    'filesystem.type': oneOf('xfs', 'ext4', 'btrfs'),
    'provisioning.diskSelector.match': expression('disk'),
  },
  VLANConfig: { vlanID: between(1, 4094) },
  VolumeConfig: { 'provisioning.diskSelector.match': expression('disk') },
  WatchdogTimerConfig: { timeout: atLeast('10s') },
}
