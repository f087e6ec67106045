import { parse } from '../property-string/parse.ts'
import { findQemuKey } from '../qemu-key.ts'
import type { Circumstances } from './call.ts'
import { free, privilege, type Requirement, rootOnly } from './requirement.ts'

/** Where keys of a VM are set: in the call that makes it, or later. */
export interface Setting extends Circumstances {
  readonly call: 'create' | 'config'
  /** The path of the VM itself. */
  readonly path: string
  /** One of the privileges on the VM, or on the pool that it is made in. */
  readonly onVm: (...names: readonly string[]) => Requirement
}

type Ask = (value: string, setting: Setting) => Requirement

/** Keys whose value decides who may set them; for all others, the table of keys knows the privilege. */
const asks: readonly (readonly [RegExp, Ask])[] = [
  [/^((scsi|virtio|sata|ide|efidisk|tpmstate)\d+|cdrom)$/, drive],
  [/^net\d+$/, net],
  [/^hostpci\d+$/, pci],
  [/^usb\d+$/, usb],
  [
    /^virtiofs\d+$/,
    (value, { onVm }) => both(onVm('VM.Config.Disk'), mapping(`dir/${parse('virtiofs', value).dirid}`)),
  ],
  [/^rng\d+$/, rng],
  [/^serial\d+$/, (value, { onVm }) => (value === 'socket' ? onVm('VM.Config.HWType') : rootOnly)],
  [/^startup$/, (_, { onVm }) => both(onVm('VM.Config.Options'), privilege('Sys.Modify', '/'))],
  [/^tags$/, tags],
  [/^cpu$/, cpu],
  [/^vmstatestorage$/, (value, { onVm }) => both(onVm('VM.Config.Disk'), space(value))],
]

/** What setting keys of a VM asks of the caller. */
export function vmKeysRequirement(keys: Readonly<Record<string, string>>, setting: Setting): Requirement {
  return { all: Object.entries(keys).map(([key, value]) => keyRequirement(key, value, setting)) }
}

function keyRequirement(key: string, value: string, setting: Setting): Requirement {
  const ask = asks.find(([shape]) => shape.test(key))?.[1]
  if (ask !== undefined) return ask(value, setting)
  const known = findQemuKey(key)?.key
  if (known?.kind !== 'config') return free
  return known.rootOnly || known.privileges === undefined ? rootOnly : setting.onVm(...known.privileges)
}

const both = (...all: readonly Requirement[]): Requirement => ({ all })
const space = (storage: string): Requirement => privilege('Datastore.AllocateSpace', `/storage/${storage}`)
const mapping = (id: string): Requirement => privilege('Mapping.Use', `/mapping/${id}`)

/** Images and ISO files may be used by whoever may see their storage, or do everything with it. */
const file = (storage: string): Requirement => ({
  any: ['Datastore.Audit', 'Datastore.AllocateSpace', 'Datastore.Allocate'].map((name) =>
    privilege(name, `/storage/${storage}`),
  ),
})

function drive(value: string, { call, onVm }: Setting): Requirement {
  const [volume = '', ...options] = value.replace(/^file=/, '').split(',')
  const later = (...names: readonly string[]) => (call === 'config' ? both(...names.map((name) => onVm(name))) : free)
  const [, storage = '', name = ''] = /^([^:]+):(.+)$/.exec(volume) ?? []
  if (name === 'cloudinit' || /-cloudinit\b/.test(name)) return later('VM.Config.CDROM', 'VM.Config.Cloudinit')
  if (options.includes('media=cdrom') || /^(none|cdrom)$/.test(volume)) {
    const inserted = volume === 'cdrom' ? privilege('Sys.Console', '/') : storage === '' ? free : file(storage)
    return both(later('VM.Config.CDROM'), inserted)
  }
  const source = options.find((option) => option.startsWith('import-from='))?.slice('import-from='.length)
  const isNew = /^\d+(\.\d+)?$/.test(name)
  return both(
    later('VM.Config.Disk'),
    isNew ? space(storage) : free,
    source === undefined ? free : file(source.split(':')[0] ?? ''),
  )
}

function net(value: string, { onVm, zoneOf }: Setting): Requirement {
  const { bridge, tag, trunks } = parse('net', value)
  if (bridge === undefined) return onVm('VM.Config.Network')
  const base = `/sdn/zones/${zoneOf(bridge) ?? 'localnetwork'}/${bridge}`
  const tags = [...(tag === undefined ? [] : [tag]), ...(trunks ?? [])]
  const paths = tags.length === 0 ? [base] : tags.map((each) => `${base}/${each}`)
  return both(onVm('VM.Config.Network'), ...paths.map((path) => privilege('SDN.Use', path)))
}

function pci(value: string, { onVm }: Setting): Requirement {
  const { mapping: id, romfile } = parse('hostpci', value)
  if (id === undefined || romfile !== undefined) return rootOnly
  return both(onVm('VM.Config.HWType'), mapping(`pci/${id}`))
}

function usb(value: string, { onVm }: Setting): Requirement {
  const { host, mapping: id } = parse('usb', value)
  if (id !== undefined) return both(onVm('VM.Config.HWType'), mapping(`usb/${id}`))
  return /^spice$/i.test(host ?? '') ? onVm('VM.Config.HWType') : rootOnly
}

function rng(value: string, { onVm }: Setting): Requirement {
  const isHardware = parse('rng', value).source === '/dev/hwrng'
  return both(onVm('VM.Config.HWType'), isHardware ? mapping('hwrng') : free)
}

// While a VM is made, its tags are judged as if it were in no pool.
function tags(_: string, { call, path, onVm }: Setting): Requirement {
  return call === 'create' ? privilege('VM.Config.Options', path) : onVm('VM.Config.Options')
}

function cpu(value: string, { onVm }: Setting): Requirement {
  const model = /^custom-(.+)$/.exec(parse('cpu', value).cputype ?? '')?.[1]
  return both(onVm('VM.Config.CPU'), model === undefined ? free : mapping(`cpu/${model}`))
}
