/**
 * Old fields that may not be set beside a document of a kind, as Talos would not know which of the two counts.
 * With `=true` the field may be there as long as it is off.
 */
export const conflicts: Readonly<Record<string, readonly string[]>> = {
  CRIBaseRuntimeSpecConfig: ['machine.baseRuntimeSpecOverrides'],
  DiscoveryIdentityConfig: ['cluster.id', 'cluster.secret'],
  DiscoveryServiceConfig: ['cluster.discovery'],
  HostnameConfig: ['machine.network.hostname', 'machine.features.stableHostname=true'],
  ImageCacheConfig: ['machine.features.imageCache'],
  KubeAPIServerCAConfig: ['cluster.ca'],
  KubeAPIServerConfig: ['cluster.apiServer', 'cluster.controlPlane.localAPIServerPort'],
  KubeAdmissionControlConfig: ['cluster.apiServer.admissionControl'],
  KubeAggregatorCAConfig: ['cluster.aggregatorCA'],
  KubeAuditPolicyConfig: ['cluster.apiServer.auditPolicy'],
  KubeAuthorizerConfig: ['cluster.apiServer.authorizationConfig', 'cluster.apiServer.admissionControl'],
  KubeClusterConfig: ['cluster.clusterName', 'cluster.controlPlane.endpoint'],
  KubeControllerManagerConfig: ['cluster.controllerManager', 'machine.controlPlane.controllerManager'],
  KubeCoreDNSConfig: ['cluster.coreDNS'],
  KubeCredentialProviderConfig: ['machine.kubelet'],
  KubeEtcdEncryptionConfig: ['cluster.secretboxEncryptionSecret', 'cluster.aescbcEncryptionSecret'],
  KubeFlannelCNIConfig: ['cluster.network'],
  KubeNetworkConfig: ['cluster.network'],
  KubeNodeConfig: [
    'cluster.allowSchedulingOnControlPlanes',
    'cluster.allowSchedulingOnMasters',
    'machine.kubelet.skipNodeRegistration',
    'machine.kubelet.registerWithFQDN',
    'machine.kubelet.nodeIP',
    'machine.nodeLabels',
    'machine.nodeAnnotations',
    'machine.nodeTaints',
  ],
  KubePrismConfig: ['machine.features.kubePrism'],
  KubeProxyConfig: ['cluster.proxy'],
  KubeSchedulerConfig: ['cluster.scheduler', 'machine.controlPlane.scheduler'],
  KubeServiceAccountConfig: ['cluster.serviceAccount'],
  KubeSpanConfig: ['machine.network.kubespan'],
  KubeTalosAPIAccessConfig: ['machine.features.kubernetesTalosAPIAccess'],
  KubeletConfig: ['machine.kubelet'],
  ResolverConfig: [
    'machine.network.nameservers',
    'machine.network.searchDomains',
    'machine.network.disableSearchDomain=true',
  ],
  TimeSyncConfig: ['machine.time.servers', 'machine.time.bootTimeout', 'machine.time.disabled=true'],
  UnattendedInstallConfig: ['machine.install'],
}

/** Kinds of which only one document may have a given name, as all of them make a link of that name. */
export const linkKinds: readonly string[] = [
  'BondConfig',
  'BridgeConfig',
  'DummyLinkConfig',
  'LinkConfig',
  'VLANConfig',
  'VRFConfig',
  'VethConfig',
  'WireguardConfig',
]

/** Further groups of kinds that may not share a name. */
export const exclusiveKinds: readonly (readonly string[])[] = [
  linkKinds,
  ['HCloudVIPConfig', 'Layer2VIPConfig'],
  ['ExistingVolumeConfig', 'UserVolumeConfig'],
]
