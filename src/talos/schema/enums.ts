/** An enumeration; `zero` counts as unset where the field is not optional. */
export interface Enum {
  readonly values: readonly string[]
  readonly zero?: string
}

/** Values of enumerations. */
export const enums = {
  ADLACPActive: { values: ['off', 'on'], zero: 'off' },
  ADSelect: { values: ['stable', 'bandwidth', 'count'], zero: 'stable' },
  ARPAllTargets: { values: ['any', 'all'], zero: 'any' },
  ARPValidate: {
    values: ['none', 'active', 'backup', 'all', 'filter', 'filter-active', 'filter-backup'],
    zero: 'none',
  },
  AutoHostname: { values: ['off', 'talos-addr', 'stable'], zero: 'off' },
  BondMode: {
    values: ['balance-rr', 'active-backup', 'balance-xor', 'broadcast', '802.3ad', 'balance-tlb', 'balance-alb'],
    zero: 'balance-rr',
  },
  BondXmitHashPolicy: { values: ['layer2', 'layer3+4', 'layer2+3', 'encap2+3', 'encap3+4'], zero: 'layer2' },
  ClientIdentifier: { values: ['none', 'mac', 'duid'], zero: 'none' },
  DNSProtocol: { values: ['Do53', 'DoT', 'DoH'], zero: 'Do53' },
  EncryptionProvider: { values: ['none', 'luks2'], zero: 'none' },
  FailOverMAC: { values: ['none', 'active', 'follow'], zero: 'none' },
  FilesystemType: { values: ['none', 'xfs', 'vfat', 'ext4', 'iso9660', 'swapi', 'virtiofs', 'btrfs'], zero: 'none' },
  FirewallAction: { values: ['accept', 'block'], zero: 'accept' },
  FirewallProtocol: { values: ['icmp', 'tcp', 'udp', 'icmpv6'] },
  LACPRate: { values: ['slow', 'fast'], zero: 'slow' },
  LvmType: { values: ['linear', 'raid1', 'raid0', 'raid10'], zero: 'linear' },
  PrimaryReselect: { values: ['always', 'better', 'failure'], zero: 'always' },
  RaidLevel: { values: ['raid1'], zero: 'raid1' },
  RaidMetadata: { values: ['1.0', '1.2'], zero: '1.0' },
  RoutingRuleAction: { values: ['unspec', 'unicast', 'blackhole', 'unreachable', 'prohibit'], zero: 'unspec' },
  VLANProtocol: { values: ['802.1q', '802.1ad'] },
  VolumeType: {
    values: ['partition', 'disk', 'tmpfs', 'directory', 'symlink', 'overlay', 'external'],
    zero: 'partition',
  },
  WOLMode: { values: ['phy', 'unicast', 'multicast', 'broadcast', 'magic', 'magicsecure', 'filter'] },
} as const satisfies Record<string, Enum>
