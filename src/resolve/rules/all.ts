import type { Rule } from '../rule.ts'
import { addressFamily } from './address-family.ts'
import { addressInOtherPool } from './address-in-other-pool.ts'
import { addressOutsideNetwork } from './address-outside-network.ts'
import { addressReserved } from './address-reserved.ts'
import { addressesIgnored } from './addresses-ignored.ts'
import { addressesOverlap } from './addresses-overlap.ts'
import { addressesTooFew } from './addresses-too-few.ts'
import { addressingNeedsCidr } from './addressing-needs-cidr.ts'
import { agentExtension } from './agent-extension.ts'
import { ballooning } from './ballooning.ts'
import { bootDevice } from './boot-device.ts'
import { cannotRemove } from './cannot-remove.ts'
import { certificateFile } from './certificate-file.ts'
import { checksumUnused } from './checksum-unused.ts'
import { cidrFamilies } from './cidr-families.ts'
import { cidrHostBits } from './cidr-host-bits.ts'
import { configOverHttp } from './config-over-http.ts'
import { configServerMissing } from './config-server-missing.ts'
import { cpuTypeTooOld } from './cpu-type.ts'
import { credentialsUsername } from './credentials-username.ts'
import { deliveryNeedsDhcp } from './delivery-needs-dhcp.ts'
import { deliveryNeedsEndpoint } from './delivery-needs-endpoint.ts'
import { dhcpWithoutAgent } from './dhcp-without-agent.ts'
import { diskEncryptionTpm } from './disk-encryption-tpm.ts'
import { diskMinimum } from './disk-minimum.ts'
import { diskStep } from './disk-step.ts'
import { dnsFamily } from './dns-family.ts'
import { duplicateAddress } from './duplicate-address.ts'
import { duplicateMac } from './duplicate-mac.ts'
import { duplicateName } from './duplicate-name.ts'
import { duplicateVmid } from './duplicate-vmid.ts'
import { efidiskWithoutOvmf } from './efidisk-without-ovmf.ts'
import { endpointBesideVip } from './endpoint-beside-vip.ts'
import { evenControlPlanes } from './even-control-planes.ts'
import { extensionTwice } from './extension-twice.ts'
import { extensionUnknown } from './extension-unknown.ts'
import { flannelWithoutKubeProxy } from './flannel-without-kube-proxy.ts'
import { gatewayOutsideNetwork } from './gateway-outside-network.ts'
import { givenTwice } from './given-twice.ts'
import { haEndpoint } from './ha-endpoint.ts'
import { haHosts } from './ha-hosts.ts'
import { hugepagesNuma } from './hugepages-numa.ts'
import { ideClash } from './ide-clash.ts'
import { imageSettingUnused } from './image-setting-unused.ts'
import { insecureTls } from './insecure-tls.ts'
import { installDisk } from './install-disk.ts'
import { iothread } from './iothread.ts'
import { isoWithoutInstallDisk } from './iso-without-install-disk.ts'
import { jsonPatch } from './json-patch.ts'
import { kubeletConfig } from './kubelet-config.ts'
import { kubernetesVersion } from './kubernetes-version.ts'
import { linkedCloneStorage } from './linked-clone-storage.ts'
import { machineTypeArch } from './machine-type-arch.ts'
import { manifestFile } from './manifest-file.ts'
import { memoryMinimum } from './memory-minimum.ts'
import { memoryStep } from './memory-step.ts'
import { nameInvalid } from './name-invalid.ts'
import { noControlPlanes } from './no-control-planes.ts'
import { noGateway } from './no-gateway.ts'
import { nowhereToRun } from './nowhere-to-run.ts'
import { patchEmpty } from './patch-empty.ts'
import { patchKindTooNew } from './patch-kind-too-new.ts'
import { patchKindUnknown } from './patch-kind-unknown.ts'
import { patchLegacyField } from './patch-legacy-field.ts'
import { patchShape } from './patch-shape.ts'
import { patchUnreadable } from './patch-unreadable.ts'
import { patchYaml } from './patch-yaml.ts'
import { pciAddressLogin } from './pci-address-login.ts'
import { pciDeviceShared } from './pci-device-shared.ts'
import { pciDeviceTwice } from './pci-device-twice.ts'
import { pcieMachine } from './pcie-machine.ts'
import { pinnedTwice } from './pinned-twice.ts'
import { preEnrolledKeys } from './pre-enrolled-keys.ts'
import { proxmoxEndpoint } from './proxmox-endpoint.ts'
import { rawCallParameter } from './raw-call-parameter.ts'
import { rawDecidedKey } from './raw-decided-key.ts'
import { rawRootOnly } from './raw-root-only.ts'
import { rawUnknownKey } from './raw-unknown-key.ts'
import { rawValue } from './raw-value.ts'
import { restrictedLabel } from './restricted-label.ts'
import { rootOnlyOption } from './root-only-option.ts'
import { routeFamily } from './route-family.ts'
import { routeGateway } from './route-gateway.ts'
import { routeHostBits } from './route-host-bits.ts'
import { routeSource } from './route-source.ts'
import { routeTwice } from './route-twice.ts'
import { scsiController } from './scsi-controller.ts'
import { secretInFile } from './secret-in-file.ts'
import { secretInPatch } from './secret-in-patch.ts'
import { secureBootBios } from './secure-boot-bios.ts'
import { ssdOnVirtio } from './ssd-on-virtio.ts'
import { startupOrder } from './startup-order.ts'
import { subnetFamilies } from './subnet-families.ts'
import { subnetsOverlap } from './subnets-overlap.ts'
import { talosContract } from './talos-contract.ts'
import { talosVersion } from './talos-version.ts'
import { templateUnnamed } from './template-unnamed.ts'
import { tooManyDisks } from './too-many-disks.ts'
import { tooManyQueues } from './too-many-queues.ts'
import { tooManyVcpus } from './too-many-vcpus.ts'
import { unknownHost } from './unknown-host.ts'
import { unknownMachine } from './unknown-machine.ts'
import { vgaSerial } from './vga-serial.ts'
import { vipPerFamily } from './vip-per-family.ts'
import { vipUnusable } from './vip-unusable.ts'
import { vmidsOverlap } from './vmids-overlap.ts'
import { vmidsTooFew } from './vmids-too-few.ts'

/** Every rule, in the order of the docs. */
export const rules: readonly Rule[] = [
  addressFamily,
  addressInOtherPool,
  addressOutsideNetwork,
  addressReserved,
  addressesIgnored,
  addressesOverlap,
  addressesTooFew,
  addressingNeedsCidr,
  agentExtension,
  ballooning,
  bootDevice,
  cannotRemove,
  certificateFile,
  checksumUnused,
  cidrFamilies,
  cidrHostBits,
  configOverHttp,
  configServerMissing,
  cpuTypeTooOld,
  credentialsUsername,
  deliveryNeedsDhcp,
  deliveryNeedsEndpoint,
  dhcpWithoutAgent,
  diskEncryptionTpm,
  diskMinimum,
  diskStep,
  dnsFamily,
  duplicateAddress,
  duplicateMac,
  duplicateName,
  duplicateVmid,
  efidiskWithoutOvmf,
  endpointBesideVip,
  evenControlPlanes,
  extensionTwice,
  extensionUnknown,
  flannelWithoutKubeProxy,
  gatewayOutsideNetwork,
  givenTwice,
  haEndpoint,
  haHosts,
  hugepagesNuma,
  ideClash,
  imageSettingUnused,
  insecureTls,
  installDisk,
  iothread,
  isoWithoutInstallDisk,
  jsonPatch,
  kubeletConfig,
  kubernetesVersion,
  linkedCloneStorage,
  machineTypeArch,
  manifestFile,
  memoryMinimum,
  memoryStep,
  nameInvalid,
  noControlPlanes,
  noGateway,
  nowhereToRun,
  patchEmpty,
  patchKindTooNew,
  patchKindUnknown,
  patchLegacyField,
  patchShape,
  patchUnreadable,
  patchYaml,
  pciAddressLogin,
  pciDeviceShared,
  pciDeviceTwice,
  pcieMachine,
  pinnedTwice,
  preEnrolledKeys,
  proxmoxEndpoint,
  rawCallParameter,
  rawDecidedKey,
  rawRootOnly,
  rawUnknownKey,
  rawValue,
  restrictedLabel,
  rootOnlyOption,
  routeFamily,
  routeGateway,
  routeHostBits,
  routeSource,
  routeTwice,
  scsiController,
  secretInFile,
  secretInPatch,
  secureBootBios,
  ssdOnVirtio,
  startupOrder,
  subnetFamilies,
  subnetsOverlap,
  talosContract,
  talosVersion,
  templateUnnamed,
  tooManyDisks,
  tooManyQueues,
  tooManyVcpus,
  unknownHost,
  unknownMachine,
  vgaSerial,
  vipPerFamily,
  vipUnusable,
  vmidsOverlap,
  vmidsTooFew,
]
