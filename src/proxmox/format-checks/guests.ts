import { findQemuKey } from '../qemu-key.ts'
import { type FormatCheck, type FormatChecks, matches, splitList } from './check.ts'
import { parseDiskSize } from './disk-size.ts'

const HOTPLUG = new Set(['network', 'disk', 'cpu', 'memory', 'usb', 'cloudinit'])
const CONTENT = new Set(['images', 'rootdir', 'vztmpl', 'iso', 'backup', 'snippets', 'none', 'import'])
const DRIVES = new Set(['ide[n]', 'scsi[n]', 'virtio[n]', 'sata[n]'])
const BOOTABLE = new Set([...DRIVES, 'net[n]', 'usb[n]', 'hostpci[n]'])
const ALL_DRIVES = new Set([...DRIVES, 'efidisk0', 'tpmstate0'])

const volumeId = matches(/^[a-z][a-z0-9\-_.]*[a-z0-9]:.+$/i, (text) => `unable to parse volume ID '${text}'`)
const volumeOrPath: FormatCheck = (text) => (text.startsWith('/') ? undefined : volumeId(text))

const isContent = (text: string): boolean => CONTENT.has(text)

const dirOverride: FormatCheck = (text) => {
  const [, content = '', path = ''] = /^([a-z]+)=([^.]*(?:\.?[^.]+)+)$/.exec(text) ?? []
  if (content !== '' && !isContent(content)) return `invalid content type '${content}'`
  const fine = content !== '' && path.length < 1023 && path.split('/').every((part) => part.length < 255)
  return fine ? undefined : `invalid override '${text}'`
}

function isCpuRange(part: string): boolean {
  const [, from, to] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part) ?? []
  return from !== undefined && Number(to ?? from) >= Number(from)
}

/** What VM configs, disks and storages are made of. */
export const guestChecks: FormatChecks = {
  'disk-size': (text) =>
    parseDiskSize(text) === undefined ? `value does not look like a valid disk size: ${text}` : undefined,
  'pve-cpuset': (text) => (text.split(',').every(isCpuRange) ? undefined : 'unable to parse cpuset option'),
  'pve-dir-override': dirOverride,
  'pve-hotplug-features': (text) => {
    if (text === '0' || text === '1') return undefined
    const unknown = splitList(text).find((feature) => !HOTPLUG.has(feature))
    return unknown === undefined ? undefined : `invalid hotplug feature '${unknown}'`
  },
  'pve-phys-bits': (text) =>
    text === 'host' || (/^\d{1,2}$/.test(text) && Number(text) >= 8 && Number(text) <= 64)
      ? undefined
      : "value must be an integer between 8 and 64 or 'host'",
  'pve-qm-bootdev': (text) =>
    BOOTABLE.has(findQemuKey(text)?.name ?? '') ? undefined : `invalid boot device '${text}'`,
  'pve-qm-bootdisk': (text) =>
    ALL_DRIVES.has(findQemuKey(text)?.name ?? '') ? undefined : `invalid boot disk '${text}'`,
  'pve-storage-content': (text) => (isContent(text) ? undefined : `invalid content type '${text}'`),
  'pve-storage-format': matches(/^(?:raw|qcow2|vmdk|subvol)$/, (text) => `invalid format '${text}'`),
  'pve-storage-options': matches(/^\S+$/, (text) => `invalid options '${text}'`),
  'pve-storage-path': matches(/^\/[^;()]+/, 'value does not look like a valid absolute path'),
  'pve-storage-path-in-property-string': matches(
    /^\/[^;,=()]+/,
    'Value does not look like a valid absolute path. These symbols are currently not allowed in path: ;,=()',
  ),
  'pve-tag': matches(/^[a-z0-9_][a-z0-9_\-+.]*$/i, 'invalid characters in tag'),
  'pve-volume-id': volumeId,
  'pve-volume-id-or-absolute-path': volumeOrPath,
  'pve-volume-id-or-qm-path': (text) => (text === 'none' || text === 'cdrom' ? undefined : volumeOrPath(text)),
}
