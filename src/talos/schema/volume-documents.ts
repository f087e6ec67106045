import type { DocumentTable, StructTable } from './notation.ts'

/** Documents about disks and volumes. */
export const volumeDocuments = {
  ExistingVolumeConfig: {
    since: '1.11',
    named: true,
    fields: {
      discovery: 'VolumeDiscovery',
      mount: 'ExistingVolumeMount',
      trim: 'Trim? since 1.14',
      scrub: 'Scrub? since 1.14',
    },
  },
  ExternalVolumeConfig: {
    since: '1.13',
    named: true,
    fields: { filesystemType: 'FilesystemType keep', mount: 'ExternalVolumeMount' },
  },
  FilesystemScrubConfig: { since: '1.14', fields: { interval: 'duration' } },
  FilesystemTrimConfig: { since: '1.14', fields: { interval: 'duration' } },
  LVMLogicalVolumeConfig: {
    since: '1.14',
    named: true,
    fields: {
      type: 'LvmType keep',
      mirrors: 'uint32?',
      stripes: 'uint32?',
      provisioning: 'LvmVolumeProvisioning keep',
    },
  },
  LVMVolumeGroupConfig: { since: '1.14', named: true, fields: { provisioning: 'LvmProvisioning keep' } },
  RAIDArrayConfig: {
    since: '1.14',
    named: true,
    fields: { level: 'RaidLevel keep', metadata: 'RaidMetadata', provisioning: 'RaidProvisioning keep' },
  },
  RawVolumeConfig: {
    since: '1.11',
    named: true,
    fields: { provisioning: 'VolumeProvisioning', encryption: 'VolumeEncryption' },
  },
  SwapVolumeConfig: {
    since: '1.11',
    named: true,
    fields: { provisioning: 'VolumeProvisioning', encryption: 'VolumeEncryption' },
  },
  UserVolumeConfig: {
    since: '1.10',
    named: true,
    fields: {
      volumeType: 'VolumeType? since 1.12',
      provisioning: 'VolumeProvisioning',
      filesystem: 'Filesystem',
      encryption: 'VolumeEncryption',
      mount: 'UserVolumeMountOptions since 1.13',
      trim: 'Trim? since 1.14',
      scrub: 'Scrub? since 1.14',
    },
  },
  VolumeConfig: {
    since: '1.9',
    named: true,
    fields: {
      provisioning: 'VolumeProvisioning',
      filesystem: 'SystemVolumeFilesystem since 1.14',
      encryption: 'VolumeEncryption since 1.11',
      mount: 'SystemVolumeMount since 1.13',
      trim: 'Trim? since 1.14',
      scrub: 'Scrub? since 1.14',
    },
  },
  ZswapConfig: { since: '1.11', fields: { maxPoolPercent: 'int?', shrinkerEnabled: 'bool?' } },
} as const satisfies DocumentTable

/** The parts of volume documents. */
export const volumeStructs = {
  ExistingVolumeMount: { readOnly: 'bool?', disableAccessTime: 'bool? since 1.13', secure: 'bool? since 1.13' },
  Scrub: { enabled: 'bool?', interval: 'duration' },
  Trim: { enabled: 'bool?', interval: 'duration' },
  VolumeDiscovery: { volumeSelector: 'VolumeSelector' },
  ExternalVolumeMount: { readOnly: 'bool?', disableAccessTime: 'bool?', secure: 'bool?', virtiofs: 'VirtiofsMount?' },
  LvmVolumeProvisioning: { volumeGroup: 'string keep', minSize: 'bytes', maxSize: 'size' },
  LvmProvisioning: { volumeSelector: 'VolumeSelector' },
  RaidProvisioning: { volumeSelector: 'VolumeSelector keep' },
  VolumeEncryption: {
    provider: 'EncryptionProvider keep',
    keys: '[]VolumeKey keep',
    cipher: 'string',
    keySize: 'uint',
    blockSize: 'uint64',
    options: '[]string',
    allowDiscards: 'bool? since 1.14',
  },
  VolumeProvisioning: { diskSelector: 'DiskSelector', grow: 'bool?', minSize: 'bytes', maxSize: 'size' },
  Filesystem: { type: 'FilesystemType', projectQuotaSupport: 'bool? since 1.11', xfs: 'XfsOptions? since 1.14' },
  UserVolumeMountOptions: { disableAccessTime: 'bool?', secure: 'bool?' },
  SystemVolumeMount: { secure: 'bool? since 1.13', disableAccessTime: 'bool? since 1.14' },
  SystemVolumeFilesystem: { xfs: 'XfsOptions?' },
  VolumeSelector: { match: 'cel' },
  VirtiofsMount: { tag: 'string keep' },
  VolumeKey: {
    slot: 'int keep',
    static: 'StaticKey?',
    nodeID: 'NodeIdKey?',
    kms: 'KmsKey?',
    tpm: 'TpmKey?',
    lockToState: 'bool? since 1.11',
  },
  DiskSelector: { match: 'cel' },
  XfsOptions: { minAllocationGroupSize: 'bytes' },
  TpmKey: { options: 'TpmOptions? since 1.12', checkSecurebootStatusOnEnroll: 'bool?' },
  TpmOptions: { pcrs: '[]int' },
} as const satisfies StructTable
