/** The document kinds that came with each Talos minor; 9 also stands for everything older. The whole schema of documents is many times larger, and checking a cluster file must start fast. */
const kindsByMinor: Readonly<Record<number, string>> = {
  9: `EventSink ExtensionService KmsgLog KubeSpanEndpoints NetworkDefaultAction NetworkRule SideroLink TrustedRoots
    Volume WatchdogTimer`,
  10: 'Ethernet PCIDriverRebind UserVolume',
  11: 'ExistingVolume RawVolume SwapVolume Zswap',
  12: `Bond Bridge DHCPv4 DHCPv6 DummyLink HCloudVIP Hostname Layer2VIP Link LinkAlias OOM RegistryAuth RegistryMirror
    RegistryTLS Resolver StaticHost TimeSync VLAN Wireguard`,
  13: 'BlackholeRoute Environment ExternalVolume ImageVerification KubeSpan RoutingRule TCPProbe VRF',
  14: `BGPInstance CRIBaseRuntimeSpec CRICustomization Container DiscoveryIdentity DiscoveryService EtcFile
    FilesystemScrub FilesystemTrim HTTPProbe ImageCache KernelModule KubeAPIServer KubeAPIServerCA
    KubeAdmissionControl KubeAggregatorCA KubeAuditPolicy KubeAuthentication KubeAuthorizer KubeCluster
    KubeControllerManager KubeCoreDNS KubeCredentialProvider KubeEtcdEncryption KubeExternalManifest KubeFlannelCNI
    KubeInlineManifest KubeNetwork KubeNode KubePrism KubeProxy KubeScheduler KubeServiceAccount KubeStaticPod
    KubeTalosAPIAccess Kubelet LVMLogicalVolume LVMVolumeGroup RAIDArray SecurityProfile Sysctl Sysfs UdevRules
    UnattendedInstall Veth`,
}

/** The kinds of documents in a machine config, each with the Talos minor that brought it. */
export const documentKinds: ReadonlyMap<string, number> = new Map(
  Object.entries(kindsByMinor).flatMap(([minor, names]) =>
    names.split(/\s+/).map((name) => [`${name}Config`, Number(minor)] as const),
  ),
)
