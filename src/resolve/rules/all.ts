import type { Rule } from '../rule.ts'
import { agentExtension } from './agent-extension.ts'
import { ballooning } from './ballooning.ts'
import { bootDevice } from './boot-device.ts'
import { certificateFile } from './certificate-file.ts'
import { checksumUnused } from './checksum-unused.ts'
import { cpuTypeTooOld } from './cpu-type.ts'
import { dhcpWithoutAgent } from './dhcp-without-agent.ts'
import { diskEncryptionTpm } from './disk-encryption-tpm.ts'
import { diskMinimum } from './disk-minimum.ts'
import { diskStep } from './disk-step.ts'
import { efidiskWithoutOvmf } from './efidisk-without-ovmf.ts'
import { evenControlPlanes } from './even-control-planes.ts'
import { extensionTwice } from './extension-twice.ts'
import { flannelWithoutKubeProxy } from './flannel-without-kube-proxy.ts'
import { hugepagesNuma } from './hugepages-numa.ts'
import { ideClash } from './ide-clash.ts'
import { imageSettingUnused } from './image-setting-unused.ts'
import { installDisk } from './install-disk.ts'
import { iothread } from './iothread.ts'
import { jsonPatch } from './json-patch.ts'
import { kubeletConfig } from './kubelet-config.ts'
import { kubernetesVersion } from './kubernetes-version.ts'
import { linkedCloneStorage } from './linked-clone-storage.ts'
import { machineTypeArch } from './machine-type-arch.ts'
import { manifestFile } from './manifest-file.ts'
import { memoryMinimum } from './memory-minimum.ts'
import { memoryStep } from './memory-step.ts'
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
import { preEnrolledKeys } from './pre-enrolled-keys.ts'
import { rawCallParameter } from './raw-call-parameter.ts'
import { rawDecidedKey } from './raw-decided-key.ts'
import { rawRootOnly } from './raw-root-only.ts'
import { rawUnknownKey } from './raw-unknown-key.ts'
import { rawValue } from './raw-value.ts'
import { restrictedLabel } from './restricted-label.ts'
import { rootOnlyOption } from './root-only-option.ts'
import { scsiController } from './scsi-controller.ts'
import { secretInFile } from './secret-in-file.ts'
import { secretInPatch } from './secret-in-patch.ts'
import { secureBootBios } from './secure-boot-bios.ts'
import { ssdOnVirtio } from './ssd-on-virtio.ts'
import { startupOrder } from './startup-order.ts'
import { talosContract } from './talos-contract.ts'
import { talosVersion } from './talos-version.ts'
import { templateUnnamed } from './template-unnamed.ts'
import { tooManyDisks } from './too-many-disks.ts'
import { tooManyQueues } from './too-many-queues.ts'
import { tooManyVcpus } from './too-many-vcpus.ts'
import { vgaSerial } from './vga-serial.ts'

/** Every rule, in the order of the docs. */
export const rules: readonly Rule[] = [
  agentExtension,
  ballooning,
  bootDevice,
  certificateFile,
  checksumUnused,
  cpuTypeTooOld,
  dhcpWithoutAgent,
  diskEncryptionTpm,
  diskMinimum,
  diskStep,
  efidiskWithoutOvmf,
  evenControlPlanes,
  extensionTwice,
  flannelWithoutKubeProxy,
  hugepagesNuma,
  ideClash,
  imageSettingUnused,
  installDisk,
  iothread,
  jsonPatch,
  kubeletConfig,
  kubernetesVersion,
  linkedCloneStorage,
  machineTypeArch,
  manifestFile,
  memoryMinimum,
  memoryStep,
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
  preEnrolledKeys,
  rawCallParameter,
  rawDecidedKey,
  rawRootOnly,
  rawUnknownKey,
  rawValue,
  restrictedLabel,
  rootOnlyOption,
  scsiController,
  secretInFile,
  secretInPatch,
  secureBootBios,
  ssdOnVirtio,
  startupOrder,
  talosContract,
  talosVersion,
  templateUnnamed,
  tooManyDisks,
  tooManyQueues,
  tooManyVcpus,
  vgaSerial,
]
