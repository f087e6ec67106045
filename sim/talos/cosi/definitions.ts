/**
 * How machines describe their kinds of resources to tools, one on a line: type, name and namespace; whether it is
 * sensitive, since or until when it exists, other names; then the columns of a table, each with a path.
 */
export const DEFINITIONS = `
APIServerConfigs.kubernetes.talos.dev APIServerConfig controlplane sensitive>=1.14
APIServiceConfigs.runtime.talos.dev APIServiceConfig runtime since=1.14
AcquireConfigSpecs.v1alpha1.talos.dev AcquireConfigSpec runtime
AcquireConfigStatuses.v1alpha1.talos.dev AcquireConfigStatus runtime
AddressSpecs.net.talos.dev AddressSpec network
AddressStatuses.net.talos.dev AddressStatus network alias=address,addresses | Address = {.address} | Link = {.linkName}
AdjtimeStatuses.v1alpha1.talos.dev AdjtimeStatus runtime | Offset = {.offset} | EstError = {.estError} | MaxError = {.maxError} | Status = {.status} | Sync = {.syncStatus}
AdmissionControlConfigs.kubernetes.talos.dev AdmissionControlConfig controlplane
Affiliates.cluster.talos.dev Affiliate cluster | Hostname = {.hostname} | Machine Type = {.machineType} | Addresses = {.addresses}
ApiCertificates.secrets.talos.dev ApiCertificate secrets sensitive
AuditPolicyConfigs.kubernetes.talos.dev AuditPolicyConfig controlplane sensitive
AuthenticationConfigs.kubernetes.talos.dev AuthenticationConfig controlplane sensitive since=1.14
AuthorizationConfigs.kubernetes.talos.dev AuthorizationConfig controlplane sensitive>=1.14
BGPInstanceConfigs.net.talos.dev BGPInstanceConfig network since=1.14 | Local ASN = {.localASN} | Router ID = {.routerID} | VRF = {.vrf} | Neighbors = {.neighbors}
BGPPeerStatuses.net.talos.dev BGPPeerStatus network since=1.14 | Instance = {.instance} | Peer = {.peer} | Peer AS = {.peerASN} | State = {.state} | Since = {.since} | Received = {.received}
BaseRuntimeSpecConfigs.cri.talos.dev BaseRuntimeSpecConfig cri since=1.14
BlockDevices.block.talos.dev BlockDevice runtime | Type = {.type} | PartitionName = {.partitionName} | Generation = {.generation}
BlockSymlinks.block.talos.dev BlockSymlink runtime
BootIDs.runtime.talos.dev BootID runtime since=1.14 | Boot ID = {.bootID}
BootedEntries.talos.dev BootedEntry runtime | Booted Entry = {.bootedEntry}
BootstrapManifestsConfigs.kubernetes.talos.dev BootstrapManifestsConfig controlplane
CPUCores.hardware.talos.dev CPUCore hardware since=1.14 alias=cpucore,cpucores | Socket = {.socket} | Core = {.coreID} | Model = {.modelName} | Logical CPUs = {.logicalCPUs}
CPUStats.perf.talos.dev CPUStat perf | User = {.cpuTotal.user} | System = {.cpuTotal.system}
CertSANs.secrets.talos.dev CertSAN secrets sensitive
ConfigStatuses.kubernetes.talos.dev ConfigStatus controlplane | Ready = {.ready} | Secrets Version = {.version}
ContainerImageStatuses.containers.talos.dev ContainerImageStatus containers since=1.14 alias=containerimagestatus,containerimagestatuses | Phase = {.phase} | Digest = {.digest}
ContainerInstanceSpecs.containers.talos.dev ContainerInstanceSpec containers since=1.14 alias=containerinstancespec,containerinstancespecs | Container = {.containerID} | Generation = {.generation} | Image = {.image}
ContainerInstanceStatuses.containers.talos.dev ContainerInstanceStatus containers since=1.14 alias=containerinstancestatus,containerinstancestatuses | Container = {.containerID} | Phase = {.phase} | PID = {.pid} | Exit Code = {.exitCode}
ContainerLifecycles.containers.talos.dev ContainerLifecycle containers since=1.14 alias=containerlifecycle,containerlifecycles
ContainerMountStatuses.containers.talos.dev ContainerMountStatus containers since=1.14 alias=containermountstatus,containermountstatuses | Ready = {.ready} | Error = {.error}
ContainerSpecs.containers.talos.dev ContainerSpec containers since=1.14 alias=containerspec,containerspecs | Image = {.image.ref}
ControllerManagerConfigs.kubernetes.talos.dev ControllerManagerConfig controlplane
CustomizationConfigs.cri.talos.dev CustomizationConfig cri sensitive since=1.14
DNSResolveCaches.net.talos.dev DNSResolveCach network | Status = {.status}
DNSUpstreams.net.talos.dev DNSUpstream network | Healthy = {.healthy} | Address = {.addr}
DeviceConfigSpecs.net.talos.dev DeviceConfigSpec network sensitive
DevicesStatuses.runtime.talos.dev DevicesStatus runtime | Ready = {.ready}
Diagnostics.runtime.talos.dev Diagnostic runtime | Message = {.message}
DiscoveredVolumes.block.talos.dev DiscoveredVolume runtime | Type = {.type} | Size = {.pretty_size} | Discovered = {.name} | Label = {.label} | PartitionLabel = {.partition_label}
DiscoveryConfigs.cluster.talos.dev DiscoveryConfig config sensitive
DiscoveryRefreshRequests.block.talos.dev DiscoveryRefreshRequest runtime | Request = {.request}
DiscoveryRefreshStatuses.block.talos.dev DiscoveryRefreshStatus runtime | Request = {.request}
Disks.block.talos.dev Disk runtime | Size = {.pretty_size} | Read Only = {.readonly} | Transport = {.transport} | Rotational = {.rotational} | WWID = {.wwid} | Model = {.model} | Serial = {.serial}
EncryptionSalts.secrets.talos.dev EncryptionSalt secrets sensitive
Endpoints.kubernetes.talos.dev Endpoint controlplane | Addresses = {.addresses} | Hosts = {.hosts}
Environments.runtime.talos.dev Environment runtime since=1.14 alias=env | Variables = {.variables}
EtcFileSpecs.files.talos.dev EtcFileSpec files sensitive>=1.14
EtcFileStatuses.files.talos.dev EtcFileStatus files
EtcdConfigs.etcd.talos.dev EtcdConfig etcd | Image = {.image}
EtcdEncryptionConfigs.kubernetes.talos.dev EtcdEncryptionConfig k8s sensitive since=1.14
EtcdMembers.etcd.talos.dev EtcdMember etcd | Member ID = {.memberID}
EtcdRootSecrets.secrets.talos.dev EtcdRootSecret secrets sensitive
EtcdSecrets.secrets.talos.dev EtcdSecret secrets sensitive
EtcdSpecs.etcd.talos.dev EtcdSpec etcd | Name = {.name} | AdvertisedAddresses = {.advertisedAddresses} | ListenPeerAddresses = {.listenPeerAddresses} | ListenClientAddresses = {.listenClientAddresses}
EthernetSpecs.net.talos.dev EthernetSpec network
EthernetStatuses.net.talos.dev EthernetStatus network alias=ethtool | Link = {.linkState} | Speed = {.speedMbit}
EventSinkConfigs.runtime.talos.dev EventSinkConfig runtime
ExtensionServiceConfigStatuses.runtime.talos.dev ExtensionServiceConfigStatus runtime
ExtensionServiceConfigs.runtime.talos.dev ExtensionServiceConfig runtime sensitive>=1.14
ExtensionStatuses.runtime.talos.dev ExtensionStatus runtime alias=extensions | Name = {.metadata.name} | Version = {.metadata.version}
ExtraManifestsConfigs.kubernetes.talos.dev ExtraManifestsConfig controlplane
FSScrubSchedules.block.talos.dev FSScrubSchedule runtime since=1.14 | Filesystem = {.filesystem} | Interval = {.interval} | Next Scrub = {.nextScrub}
FSScrubStatuses.block.talos.dev FSScrubStatus runtime since=1.14 | Mountpoint = {.mountpoint} | Interval = {.interval} | Latest start time = {.time} | Latest run duration = {.duration} | Latest status = {.status}
HardwareAddresses.net.talos.dev HardwareAddress network
HostDNSConfigs.net.talos.dev HostDNSConfig network | Enabled = {.enabled}
HostnameSpecs.net.talos.dev HostnameSpec network
HostnameStatuses.net.talos.dev HostnameStatus network alias=hostname | Hostname = {.hostname} | Domainname = {.domainname}
Identities.cluster.talos.dev Identity cluster | ID = {.nodeId}
ImageCacheConfigs.cri.talos.dev ImageCacheConfig cri | Status = {.status} | CopyStatus = {.copyStatus} | Roots = {.roots}
ImageFactorySchematics.runtime.talos.dev ImageFactorySchematic runtime since=1.14 | Schematic ID = {.schematicId} | Flavor = {.flavor} | API URL = {.apiUrl}
ImageVerificationRules.security.talos.dev ImageVerificationRule security since=1.14 | Pattern = {.imagePattern} | Skip = {.skip} | Deny = {.deny}
Infos.cluster.talos.dev Info cluster | Cluster ID = {.clusterId} | Cluster Name = {.clusterName}
KernelCmdlines.runtime.talos.dev KernelCmdline runtime alias=cmdline | Cmdline = {.cmdline}
KernelModuleSpecs.runtime.talos.dev KernelModuleSpec runtime
KernelModuleStatuses.runtime.talos.dev KernelModuleStatus runtime since=1.14 alias=module,modules | Type = {.type} | State = {.state}
KernelParamDefaultSpecs.runtime.talos.dev KernelParamDefaultSpec runtime
KernelParamSpecs.runtime.talos.dev KernelParamSpec runtime
KernelParamStatuses.runtime.talos.dev KernelParamStatus runtime alias=sysctls,kernelparameters,kernelparams | Current = {.current} | Default = {.default} | Unsupported = {.unsupported}
KmsgLogConfigs.runtime.talos.dev KmsgLogConfig runtime
KubePrismConfigs.kubernetes.talos.dev KubePrismConfig k8s | Host = {.host} | Port = {.port} | Endpoints = {.endpoints}
KubePrismEndpoints.kubernetes.talos.dev KubePrismEndpoint k8s | Hosts = {.endpoints[*].host} | Ports = {.endpoints[*].port}
KubePrismStatuses.kubernetes.talos.dev KubePrismStatus k8s | HOST = {.host} | HEALTHY = {.healthy}
KubeSpanConfigs.kubespan.talos.dev KubeSpanConfig config sensitive
KubeSpanEndpoints.kubespan.talos.dev KubeSpanEndpoint kubespan | Endpoint = {.endpoint} | Affiliate ID = {.affiliateID}
KubeSpanIdentities.kubespan.talos.dev KubeSpanIdentity kubespan sensitive | Address = {.address} | PublicKey = {.publicKey}
KubeSpanPeerSpecs.kubespan.talos.dev KubeSpanPeerSpec kubespan | Label = {.label} | Endpoints = {.endpoints}
KubeSpanPeerStatuses.kubespan.talos.dev KubeSpanPeerStatus kubespan | Label = {.label} | Endpoint = {.endpoint} | State = {.state} | Rx = {.receiveBytes} | Tx = {.transmitBytes}
KubeletConfigs.kubernetes.talos.dev KubeletConfig k8s sensitive>=1.14
KubeletKubeconfigs.kubernetes.talos.dev KubeletKubeconfig k8s since=1.14 | Hash = {.hash}
KubeletLifecycles.kubernetes.talos.dev KubeletLifecycle k8s
KubeletSecrets.secrets.talos.dev KubeletSecret secrets sensitive
KubeletSpecs.kubernetes.talos.dev KubeletSpec k8s sensitive>=1.14
KubeletStatuses.kubernetes.talos.dev KubeletStatus k8s since=1.14 | Image = {.image}
KubernetesAccessConfigs.cluster.talos.dev KubernetesAccessConfig config
KubernetesDynamicCerts.secrets.talos.dev KubernetesDynamicCert secrets sensitive
KubernetesRootSecrets.secrets.talos.dev KubernetesRootSecret secrets sensitive
KubernetesSecrets.secrets.talos.dev KubernetesSecret secrets sensitive
LVMLogicalVolumeSpecs.storage.talos.dev LVMLogicalVolumeSpec storage since=1.14 | VG = {.vgName} | Name = {.name} | Type = {.type}
LVMLogicalVolumeStatuses.storage.talos.dev LVMLogicalVolumeStatus storage since=1.14 alias=lvs | Path = {.path} | VG = {.vgName} | Layout = {.layout} | Size = {.prettySize} | Active = {.active}
LVMPhysicalVolumeSpecs.storage.talos.dev LVMPhysicalVolumeSpec storage since=1.14 | Device = {.device} | VG = {.vgName}
LVMPhysicalVolumeStatuses.storage.talos.dev LVMPhysicalVolumeStatus storage since=1.14 alias=pvs | Device = {.device} | VG = {.vgName} | Size = {.prettySize} | Free = {.prettyFree} | Allocatable = {.allocatable}
LVMRefreshRequests.storage.talos.dev LVMRefreshRequest storage since=1.14 | Request = {.request}
LVMValidationErrors.storage.talos.dev LVMValidationError storage since=1.14 | VG = {.vgName} | Message = {.message}
LVMVolumeGroupSpecs.storage.talos.dev LVMVolumeGroupSpec storage since=1.14 | Name = {.name}
LVMVolumeGroupStatuses.storage.talos.dev LVMVolumeGroupStatus storage since=1.14 alias=vgs | Name = {.name} | Permissions = {.permissions} | Size = {.prettySize} | Free = {.prettyFree} | PVs = {.pvCount} | LVs = {.lvCount}
LinkAliasSpecs.net.talos.dev LinkAliasSpec network | Alias = {.alias}
LinkRefreshes.net.talos.dev LinkRefresh network
LinkSpecs.net.talos.dev LinkSpec network sensitive
LinkStatuses.net.talos.dev LinkStatus network alias=link,links | Alias = {.alias} | Type = {.type} | Kind = {.kind} | Hw Addr = {.hardwareAddr} | Oper State = {.operationalState} | Link State = {.linkState}
LoadedKernelModules.runtime.talos.dev LoadedKernelModule runtime | State = {.state}
MDArraySpecs.storage.talos.dev MDArraySpec storage since=1.14 | Level = {.level}
MDArrayStatuses.storage.talos.dev MDArrayStatus storage since=1.14 | Level = {.level} | Status = {.status} | Sync = {.syncAction} | Device = {.device}
MDRefreshRequests.storage.talos.dev MDRefreshRequest storage since=1.14 | Request = {.request}
MachineConfigs.config.talos.dev MachineConfig config sensitive
MachineResetSignals.runtime.talos.dev MachineResetSignal runtime
MachineStatuses.runtime.talos.dev MachineStatus runtime | Stage = {.stage} | Ready = {.status.ready}
MachineTypes.config.talos.dev MachineType config | Type = {@}
MaintenanceRootSecrets.secrets.talos.dev MaintenanceRootSecret secrets sensitive
MaintenanceServiceCertificates.secrets.talos.dev MaintenanceServiceCertificate secrets sensitive until=1.12
MaintenanceServiceConfigs.runtime.talos.dev MaintenanceServiceConfig runtime
MaintenanceServiceRequests.runtime.talos.dev MaintenanceServiceRequest runtime
ManifestStatuses.kubernetes.talos.dev ManifestStatus controlplane
Manifests.kubernetes.talos.dev Manifest controlplane
Members.cluster.talos.dev Member cluster | Hostname = {.hostname} | Machine Type = {.machineType} | OS = {.operatingSystem} | Addresses = {.addresses}
MemoryModules.hardware.talos.dev MemoryModule hardware alias=memorymodules,ram | Manufacturer = {.manufacturer} | Model = {.productName} | SizeMiB = {.sizeMiB}
MemoryStats.perf.talos.dev MemoryStat perf | Used = {.used} | Total = {.total}
MetaKeys.runtime.talos.dev MetaKey runtime alias=meta | Value = {.value}
MetaLoads.runtime.talos.dev MetaLoad runtime | Done = {.done}
MountRequests.block.talos.dev MountRequest runtime | Volume = {.volumeID} | Parent = {.parentID} | Requesters = {.requesters}
MountStatuses.block.talos.dev MountStatus runtime | Source = {.source} | Target = {.target} | Filesystem = {.filesystem} | Volume = {.spec.volumeID}
MountStatuses.runtime.talos.dev MountStatus runtime only=mounts | Source = {.source} | Target = {.target} | Filesystem Type = {.filesystemType}
NTPStatuses.v1alpha1.talos.dev NTPStatus runtime since=1.14 | Spike Detected = {.spikeDetected} | Consecutive Spikes = {.consecutiveSpikes}
Namespaces.meta.cosi.dev Namespace meta alias=ns
NetworkStatuses.net.talos.dev NetworkStatus network alias=netstatus,netstatuses | Address = {.addressReady} | Connectivity = {.connectivityReady} | Hostname = {.hostnameReady} | Etc = {.etcFilesReady}
NfTablesChains.net.talos.dev NfTablesChain network alias=chain,chains | Type = {.type} | Hook = {.hook} | Priority = {.priority} | Policy = {.policy}
NodeAddressFilters.net.talos.dev NodeAddressFilter network | Include Subnets = {.includeSubnets} | Exclude Subnets = {.excludeSubnets}
NodeAddressSortAlgorithms.net.talos.dev NodeAddressSortAlgorithm network | Algorithm = {.algorithm}
NodeAddresses.net.talos.dev NodeAddress network | Addresses = {.addresses} | SortAlgorithm = {.sortAlgorithm}
NodeAnnotationSpecs.k8s.talos.dev NodeAnnotationSpec k8s sensitive | Value = {.value}
NodeCordonedSpecs.k8s.talos.dev NodeCordonedSpec k8s sensitive
NodeIPConfigs.kubernetes.talos.dev NodeIPConfig k8s
NodeIPs.kubernetes.talos.dev NodeIP k8s
NodeLabelSpecs.k8s.talos.dev NodeLabelSpec k8s sensitive | Value = {.value}
NodeStatuses.kubernetes.talos.dev NodeStatus k8s | Ready = {.nodeReady} | Unschedulable = {.unschedulable}
NodeTaintSpecs.k8s.talos.dev NodeTaintSpec k8s sensitive | Effect = {.effect} | Value = {.value}
Nodenames.kubernetes.talos.dev Nodename k8s | Nodename = {.nodename}
OOMActions.talos.dev OOMAction runtime sensitive alias=oomaction,oomactions | Time = {.time} | Score = {.score}
OSRootSecrets.secrets.talos.dev OSRootSecret secrets sensitive
OperatorSpecs.net.talos.dev OperatorSpec network sensitive
PCIDevices.hardware.talos.dev PCIDevice hardware alias=devices,device | Class = {.class} | Subclass = {.subclass} | Vendor = {.vendor} | Product = {.product}
PCIDriverRebindConfigs.runtime.talos.dev PCIDriverRebindConfig hardware | Name = {.name} | PCI ID = {.pciID} | TargetDriver = {.targetDriver}
PCIDriverRebindStatuses.runtime.talos.dev PCIDriverRebindStatus hardware alias=pcidriverrebinds | Name = {.name} | PCI ID = {.pciID} | TargetDriver = {.targetDriver}
PCRStatuses.hardware.talos.dev PCRStatus hardware
PKIStatuses.etcd.talos.dev PKIStatus etcd | Ready = {.ready} | Secrets Version = {.version}
PlatformConfigs.net.talos.dev PlatformConfig network
PlatformMetadatas.talos.dev PlatformMetadata runtime | Platform = {.platform} | Type = {.instanceType} | Region = {.region} | Zone = {.zone}
ProbeSpecs.net.talos.dev ProbeSpec network
ProbeStatuses.net.talos.dev ProbeStatus network alias=probe,probes | Success = {.success}
Processors.hardware.talos.dev Processor hardware alias=cpus,cpu | Manufacturer = {.manufacturer} | Model = {.productName} | Cores = {.coreCount} | Threads = {.threadCount}
RebootRequests.runtime.talos.dev RebootRequest runtime since=1.14
RegistryConfigs.cri.talos.dev RegistryConfig cri sensitive>=1.14
ResolverSpecs.net.talos.dev ResolverSpec network | Layer = {.layer} | Resolvers = {.dnsServers} | Search Domains = {.searchDomains}
ResolverStatuses.net.talos.dev ResolverStatus network alias=resolvers | Resolvers = {.dnsServers} | Search Domains = {.searchDomains}
ResourceDefinitions.meta.cosi.dev ResourceDefinition meta alias=api-resources | Aliases = {.aliases[:]}
RouteSpecs.net.talos.dev RouteSpec network
RouteStatuses.net.talos.dev RouteStatus network alias=route,routes | Destination = {.dst} | Gateway = {.gateway} | Link = {.outLinkName} | Metric = {.priority}
RoutingRuleSpecs.net.talos.dev RoutingRuleSpec network since=1.14
RoutingRuleStatuses.net.talos.dev RoutingRuleStatus network since=1.14 alias=routingrule,routingrules | Src = {.src} | Dst = {.dst} | Table = {.table} | Priority = {.priority}
SBOMItems.talos.dev SBOMItem runtime alias=sbom,sboms | Version = {.version} | License = {.license} | Extension = {.extension}
SchedulerConfigs.kubernetes.talos.dev SchedulerConfig controlplane
SeccompProfiles.cri.talos.dev SeccompProfile cri
SecretStatuses.kubernetes.talos.dev SecretStatus controlplane | Ready = {.ready} | Secrets Version = {.version}
SecurityStates.talos.dev SecurityState runtime | SecureBoot = {.secureBoot} | UKISigningKeyFingerprint = {.ukiSigningKeyFingerprint} | PCRSigningKeyFingerprint = {.pcrSigningKeyFingerprint} | SELinuxState = {.selinuxState} | ModuleSignatureEnforced = {.moduleSignatureEnforced}
ServicePIDs.runtime.talos.dev ServicePID runtime since=1.14 | PID = {.pid}
Services.v1alpha1.talos.dev Service runtime alias=svc | Running = {.running} | Healthy = {.healthy} | Health Unknown = {.unknown}
SiderolinkConfigs.siderolink.talos.dev SiderolinkConfig config sensitive | API Endpoint = {.apiEndpoint} | Tunnel = {.tunnel}
SiderolinkStatuses.siderolink.talos.dev SiderolinkStatus config | Host = {.host} | Connected = {.connected}
SiderolinkTunnels.siderolink.talos.dev SiderolinkTunnel config sensitive | API Endpoint = {.apiEndpoint} | Link name = {.linkName} | MTU = {.mtu} | Node address = {.nodeAddress}
StaticHosts.net.talos.dev StaticHost network since=1.14 | Addresses = {.addresses}
StaticPodServerStatuses.kubernetes.talos.dev StaticPodServerStatus k8s
StaticPodStatuses.kubernetes.talos.dev StaticPodStatus k8s alias=podstatus | Ready = {.conditions[?(@.type=="Ready")].status}
StaticPods.kubernetes.talos.dev StaticPod k8s
SwapStatuses.block.talos.dev SwapStatus runtime alias=swap,swaps | Device = {.device} | Size = {.sizeHuman} | Used = {.usedHuman} | Priority = {.priority}
SystemDisks.block.talos.dev SystemDisk runtime | Disk = {.diskID}
SystemInformations.hardware.talos.dev SystemInformation hardware alias=systeminformation | Manufacturer = {.manufacturer} | ProductName = {.productName} | Version = {.version} | SerialNumber = {.serialnumber} | UUID = {.uuid} | WakeUpType = {.wakeUpType} | SKUNumber = {.skuNumber}
TUFTrustedRoots.security.talos.dev TUFTrustedRoot security since=1.14 | Last Refresh = {.lastRefreshTime}
TimeServerSpecs.net.talos.dev TimeServerSpec network | Timeservers = {.timeServers} | UseNTS = {.useNTS}
TimeServerStatuses.net.talos.dev TimeServerStatus network alias=timeserver,timeservers | Timeservers = {.timeServers} | UseNTS = {.useNTS}
TimeStatuses.v1alpha1.talos.dev TimeStatus runtime | Synced = {.synced}
TrustdCertificates.secrets.talos.dev TrustdCertificate secrets sensitive
UnattendedInstallStatuses.runtime.talos.dev UnattendedInstallStatus runtime since=1.14 | Phase = {.phase}
UniqueMachineTokens.runtime.talos.dev UniqueMachineToken runtime | Token = {.token}
UserDiskConfigStatuses.block.talos.dev UserDiskConfigStatus runtime | Ready = {.ready}
Versions.runtime.talos.dev Version runtime | Name = {.name} | Version = {.version}
VolumeConfigs.block.talos.dev VolumeConfig runtime sensitive
VolumeLifecycles.block.talos.dev VolumeLifecycle runtime
VolumeMountRequests.block.talos.dev VolumeMountRequest runtime | Volume ID = {.volumeID} | Requester = {.requester}
VolumeMountStatuses.block.talos.dev VolumeMountStatus runtime | Volume ID = {.volumeID} | Requester = {.requester} | Target = {.target}
VolumeStatuses.block.talos.dev VolumeStatus runtime | Type = {.type} | Phase = {.phase} | Location = {.location} | Size = {.prettySize}
VolumeTrimSchedules.block.talos.dev VolumeTrimSchedule runtime since=1.14 | Filesystem = {.filesystem} | Interval = {.interval} | Next Trim = {.nextTrim}
WatchdogTimerConfigs.runtime.talos.dev WatchdogTimerConfig runtime | Device = {.device} | Timeout = {.timeout}
WatchdogTimerStatuses.runtime.talos.dev WatchdogTimerStatus runtime | Device = {.device} | Timeout = {.timeout}
ZswapStatuses.block.talos.dev ZswapStatus runtime | Total Size = {.totalSizeHuman} | Stored Pages = {.storedPages} | Written Back = {.writtenBackPages} | Pool Limit Hit = {.poolLimitHit}
`
