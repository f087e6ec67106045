import { vmOptions } from '../../spec/vm/options.ts'
import { type RawKey, rawKeys } from '../raw-keys.ts'
import { machineRule } from '../rule.ts'

/** Keys that settings outside `vm` decide, or several settings together. */
const decidedElsewhere: Readonly<Record<string, string>> = {
  name: "the pool's name",
  nameserver: 'network.dns',
  searchdomain: 'network.searchDomains',
  smp: 'vm.cores',
  cdrom: 'image.iso',
  'net[n]': 'network and vm.net',
  'ipconfig[n]': 'network.cidr and addresses',
  'scsi[n]': 'vm.disk and vm.disks',
  'virtio[n]': 'vm.disk and vm.disks',
  'sata[n]': 'vm.disk and vm.disks',
  'ide[n]': 'vm.disk and vm.disks',
  'hostpci[n]': 'vm.pci',
}

/** Keys by which talmox and Proxmox keep track of the machine. */
const notYours = new Set(['smbios1', 'template', 'lock', 'unused[n]'])

const decidedByOption: ReadonlyMap<string, string> = new Map(
  Object.entries(vmOptions).flatMap(([name, { keys }]) => keys.map((key) => [key, `vm.${name}`] as const)),
)

/** What to use instead of a raw key: another setting, nothing at all, or the key itself when it is free. */
export function insteadOf({ key, found }: Pick<RawKey, 'key' | 'found'>): 'nothing' | { setting: string } | undefined {
  const name = found?.name ?? key
  if (notYours.has(name)) return 'nothing'
  const setting = decidedByOption.get(key) ?? decidedElsewhere[name]
  return setting === undefined ? undefined : { setting }
}

/** Two settings of one key would fight at every run. */
export const rawDecidedKey = machineRule({
  code: 'raw-decided-key',
  severity: 'error',
  summary: '`vm.raw` holds no keys that other settings decide',
  find: (machine) =>
    rawKeys(machine).flatMap((raw) => {
      const { key, path } = raw
      const instead = insteadOf(raw)
      if (instead === undefined) return []
      if (instead === 'nothing')
        return [{ path, on: 'key' as const, message: `${key} is set by talmox itself`, hint: 'remove it' }]
      const { setting } = instead
      return [{ path, on: 'key' as const, message: `${key} is decided by ${setting}`, hint: `use ${setting}` }]
    }),
})
