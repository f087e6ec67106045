import { isObject, type JsonObject, objectAt, parametersOf } from './api-tree.ts'
import { file, table } from './emit.ts'
import { formatName } from './formats.ts'
import { dropAbsent, parameterRow, type Row } from './rules.ts'
import type { PveSource } from './source.ts'

const CREATE = '/nodes/{node}/qemu'
const CONFIG = '/nodes/{node}/qemu/{vmid}/config'

/** What a token needs on the VM to change a key; a config key that is in no list is for root@pam alone. */
const privileges: readonly (readonly [readonly string[], string])[] = [
  [['VM.Config.CPU'], 'cores cpu cpulimit cpuunits numa numa[n] smp sockets vcpus'],
  [['VM.Config.Memory'], 'memory balloon shares allow-ksm'],
  [['VM.Config.HWType'], 'acpi audio0 hotplug kvm machine rng0 scsihw smbios1 tablet vga watchdog'],
  [
    ['VM.Config.Options'],
    'agent autostart bios description keyboard localtime migrate_downtime migrate_speed name onboot ostype protection reboot startdate startup tags tdf template',
  ],
  [['VM.PowerMgmt'], 'freeze'],
  [['VM.Config.Disk'], 'boot bootdisk vmstatestorage'],
  [['VM.Config.Network'], 'net[n]'],
  [
    ['VM.Config.Cloudinit', 'VM.Config.Network'],
    'cicustom cipassword citype ciuser ciupgrade ipconfig[n] nameserver searchdomain sshkeys',
  ],
]

/** Keys whose value decides which privilege is needed. */
const byValue = new Set(
  'cdrom efidisk0 hostpci[n] ide[n] sata[n] scsi[n] serial[n] tpmstate0 unused[n] usb[n] virtio[n] virtiofs[n]'.split(
    ' ',
  ),
)

/** Writes the table of every key of the VM create and config calls. */
export function emitQemuKeys(source: PveSource): string {
  const keys = [...callKeys(source, '9').keys(), ...callKeys(source, '8').keys()]
  const rows = Object.fromEntries([...new Set(keys)].sort().map((key) => [key, keyRow(source, key)]))
  return file(
    ['QemuKey'],
    [
      `/** Keys of the VM create and config calls. */\nexport const qemuKeys: Readonly<Record<string, QemuKey>> = ${table(rows)}\n`,
    ],
  )
}

function keyRow(source: PveSource, key: string): Row {
  const schema = callKeys(source, '9').get(key) ?? callKeys(source, '8').get(key) ?? {}
  const kind = kindOf(source, key)
  const { optional: _always, requires: _callOnly, ...row } = parameterRow(key, schema, () => formatName(key, CREATE))
  return dropAbsent({
    kind,
    ...row,
    in: [...(callKeys(source, '8').has(key) ? ['8.4'] : []), ...(callKeys(source, '9').has(key) ? ['9.1'] : [])],
    ...(kind === 'config' ? access(key) : {}),
  })
}

function access(key: string): Row {
  const needed = privileges.find(([, keys]) => keys.split(' ').includes(key))?.[0]
  if (needed !== undefined) return { privileges: needed }
  return byValue.has(key) ? {} : { rootOnly: true }
}

/** A key is part of the config when the config call also returns it. */
function kindOf(source: PveSource, key: string): 'config' | 'create' | 'update' {
  const create = parametersAt(source, '9', CREATE, 'POST')
  const read = objectAt(objectAt(source.api[9].get(CONFIG) ?? {}, 'GET'), 'returns')
  if (!create.has(key)) return 'update'
  return key in objectAt(read, 'properties') ? 'config' : 'create'
}

function callKeys(source: PveSource, release: '8' | '9'): ReadonlyMap<string, JsonObject> {
  return new Map([
    ...parametersAt(source, release, CONFIG, 'PUT'),
    ...parametersAt(source, release, CONFIG, 'POST'),
    ...parametersAt(source, release, CREATE, 'POST'),
  ])
}

function parametersAt(source: PveSource, release: '8' | '9', path: string, verb: string) {
  const method = source.api[release].get(path)?.[verb]
  return isObject(method) ? parametersOf(method) : new Map<string, JsonObject>()
}
