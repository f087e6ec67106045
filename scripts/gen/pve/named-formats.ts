import type { Format, SubKey } from '../../../src/proxmox/tables/types.ts'

/**
 * Property-string grammars that the schema only names. Their sub-keys are facts of qemu-server 9.2, pve-storage 9.1,
 * pve-guest-common 6.0 and pve-access-control 9.1; the generator compares them with the schema's own summary.
 */
const text: SubKey = { type: 'string', optional: true }
const flag: SubKey = { type: 'boolean', optional: true }
const off: SubKey = { ...flag, default: 0 }
const count: SubKey = { type: 'integer', optional: true, minimum: 0 }
const volume: SubKey = { ...text, format: 'pve-volume-id' }
const base64: SubKey = { ...text, pattern: '[A-Za-z0-9+\\/]+={0,2}' }
const hexId: SubKey = { ...text, pattern: '^0x[0-9a-fA-F]{4}$' }
const pciAddress = '(?:[a-f0-9]{4,}:)?[a-f0-9]{2}:[a-f0-9]{2}(?:\\.[a-f0-9])?'
const cpuFlag = '[+-][a-zA-Z0-9\\-_\\.]+'

/** The named grammars, under our own short names. */
export const namedFormats: Readonly<Record<string, Format>> = {
  'amd-sev': {
    type: { type: 'string', defaultKey: true, maxLength: 3, enum: ['std', 'es', 'snp'] },
    'no-debug': off,
    'no-key-sharing': off,
    'allow-smt': { ...flag, default: 1 },
    'kernel-hashes': off,
  },
  boot: {
    legacy: { type: 'string', defaultKey: true, optional: true, pattern: '[acdn]{1,4}', default: 'cdn' },
    order: { ...text, format: 'pve-qm-bootdev-list', list: true },
  },
  cicustom: { meta: volume, network: volume, user: volume, vendor: volume },
  cpu: {
    cputype: { type: 'string', defaultKey: true, optional: true, default: 'kvm64' },
    'reported-model': { ...text, default: 'kvm64' },
    hidden: off,
    'hv-vendor-id': { ...text, pattern: '[a-zA-Z0-9]{1,12}' },
    flags: { ...text, pattern: `${cpuFlag}(;${cpuFlag})*`, list: true },
    'guest-phys-bits': { type: 'integer', optional: true, minimum: 32, maximum: 64 },
    'phys-bits': { ...text, format: 'pve-phys-bits' },
    level: { type: 'integer', optional: true, minimum: 0, maximum: 4294967295, since: '9.2' },
  },
  'dhcp-range': { 'start-address': { type: 'string' }, 'end-address': { type: 'string' } },
  fleecing: {
    enabled: { type: 'boolean', defaultKey: true, optional: true, default: 0 },
    storage: { ...text, format: 'pve-storage-id' },
  },
  hostpci: {
    host: {
      type: 'string',
      defaultKey: true,
      optional: true,
      pattern: `${pciAddress}(;${pciAddress})*`,
      list: true,
    },
    mapping: { ...text, format: 'pve-configid' },
    rombar: { ...flag, default: 1 },
    romfile: { ...text, pattern: '[^,;]+' },
    pcie: off,
    'x-vga': off,
    'legacy-igd': off,
    mdev: { ...text, pattern: '[^/\\.:]+' },
    'vendor-id': hexId,
    'device-id': hexId,
    'sub-vendor-id': hexId,
    'sub-device-id': hexId,
    driver: { ...text, enum: ['vfio', 'keep'], default: 'vfio' },
  },
  'intel-tdx': {
    type: { type: 'string', defaultKey: true, enum: ['tdx'] },
    attestation: { type: 'boolean', default: 1 },
    'vsock-cid': { type: 'integer', optional: true, minimum: 2, default: 2 },
    'vsock-port': { type: 'integer', optional: true, minimum: 0, default: 4050 },
  },
  // The schema calls dhcp the default of both addresses, but a family that is left out gets none when the other is set.
  ipconfig: {
    ip: { ...text, format: 'pve-ipv4-config' },
    gw: { ...text, format: 'ipv4', requires: 'ip' },
    ip6: { ...text, format: 'pve-ipv6-config' },
    gw6: { ...text, format: 'ipv6', requires: 'ip6' },
  },
  performance: {
    'max-workers': { type: 'integer', optional: true, minimum: 1, maximum: 256, default: 16 },
    'pbs-entries-max': { type: 'integer', optional: true, minimum: 1, default: 1048576 },
  },
  'prune-backups': {
    'keep-all': flag,
    'keep-last': count,
    'keep-hourly': count,
    'keep-daily': count,
    'keep-weekly': count,
    'keep-monthly': count,
    'keep-yearly': count,
  },
  remote: {
    host: { type: 'string' },
    port: { type: 'integer', optional: true },
    apitoken: { type: 'string' },
    fingerprint: { ...text, pattern: '([A-Fa-f0-9]{2}:){31}[A-Fa-f0-9]{2}' },
  },
  rng: {
    source: { type: 'string', defaultKey: true, enum: ['/dev/urandom', '/dev/random', '/dev/hwrng'] },
    max_bytes: { type: 'integer', optional: true, default: 1024 },
    period: { type: 'integer', optional: true, default: 1000 },
  },
  smbios1: {
    uuid: { ...text, pattern: '[a-fA-F0-9]{8}(?:-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}' },
    version: base64,
    serial: base64,
    manufacturer: base64,
    product: base64,
    sku: base64,
    family: base64,
    base64: flag,
  },
  startup: {
    order: { ...count, defaultKey: true },
    up: count,
    down: count,
  },
  'sync-defaults': {
    scope: { ...text, enum: ['users', 'groups', 'both'] },
    'remove-vanished': {
      ...text,
      pattern: '(?:(?:(?:acl|properties|entry);)*(?:acl|properties|entry))|none',
      default: 'none',
      list: true,
    },
    full: flag,
    'enable-new': { ...flag, default: 1 },
    purge: flag,
  },
  tfa: {
    type: { type: 'string', enum: ['yubico', 'oath'] },
    id: text,
    key: text,
    url: text,
    digits: { type: 'integer', optional: true, minimum: 6, maximum: 8, default: 6 },
    step: { type: 'integer', optional: true, minimum: 10, default: 30 },
  },
  watchdog: {
    model: { type: 'string', defaultKey: true, optional: true, enum: ['i6300esb', 'ib700'], default: 'i6300esb' },
    action: { ...text, enum: ['reset', 'shutdown', 'poweroff', 'pause', 'debug', 'none'] },
  },
}

/** Which of our names stands for a grammar that the schema names. */
export const propertyStringNames: Readonly<Record<string, string>> = {
  'backup-fleecing': 'fleecing',
  'backup-performance': 'performance',
  'proxmox-remote': 'remote',
  'prune-backups': 'prune-backups',
  'pve-qemu-sev-fmt': 'amd-sev',
  'pve-qemu-tdx-fmt': 'intel-tdx',
  'pve-qm-boot': 'boot',
  'pve-qm-cicustom': 'cicustom',
  'pve-qm-hostpci': 'hostpci',
  'pve-qm-ide': 'ide',
  'pve-qm-ipconfig': 'ipconfig',
  'pve-qm-rng': 'rng',
  'pve-qm-smbios1': 'smbios1',
  'pve-qm-watchdog': 'watchdog',
  'pve-sdn-dhcp-range': 'dhcp-range',
  'pve-startup-order': 'startup',
  'pve-tfa-config': 'tfa',
  'pve-vm-cpu-conf': 'cpu',
  'realm-sync-options': 'sync-defaults',
}

/** Sub-keys that 9.2 added to grammars written in place; the schema at hand is of 9.1. */
export const addedSubKeys: Readonly<Record<string, Format>> = {
  net: { 'host-tunnel': { type: 'boolean', optional: true, since: '9.2' } },
}

/** The sub-keys that the schema's own summary of a grammar lists, such as `[[order=]\d+] [,up=\d+]`. */
export function subKeysOfSummary(summary: string): readonly string[] {
  return [...summary.replace(/<[^>]*>/g, '').matchAll(/([a-z][\w-]*)=/g)].flatMap(([, name]) => name ?? []).sort()
}
