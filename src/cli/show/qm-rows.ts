import { originOf } from '../../factory/machine-image.ts'
import { schematicOf } from '../../factory/schematic.ts'
import { schematicId } from '../../factory/schematic-id.ts'
import { imageFor } from '../../proxmox/images/image-for.ts'
import { qmConfig } from '../../proxmox/qm-config.ts'
import type { Desired, Machine, Origin } from '../../resolve/desired.ts'
import { vmOptions } from '../../spec/vm/options.ts'
import { ownDrives } from '../../spec/vm/own-drives.ts'
import { concealText } from './conceal.ts'
import type { Row, Section } from './row.ts'
import type { Trace, Traced } from './trace.ts'

/** Keys that no option under `vm` makes, and what does. */
const otherKeys: readonly { readonly key: RegExp; readonly trace: (trace: Trace) => Traced }[] = [
  { key: /^name$/, trace: (trace) => trace.of('name') },
  { key: /^smbios1$/, trace: () => [derived('uuid', 'computed from cluster, pool and index')] },
  { key: /^(ide2|scsi29)$/, trace: isoTrace },
  {
    key: /^(ide0|scsi30)$/,
    trace: (trace) => [derived('drive', 'carries the static address'), ...trace.of('storage.cloudInit')],
  },
  { key: /^ipconfig0$/, trace: (trace) => [...trace.of('nics[0].addresses'), ...gateway(trace)] },
  { key: /^ipconfig\d+$/, trace: (trace) => trace.of('network.nics') },
  { key: /^nameserver$/, trace: (trace) => trace.cluster(['network', 'dns'], { from: 'built-in' }) },
  { key: /^searchdomain$/, trace: (trace) => trace.cluster(['network', 'searchDomains'], { from: 'built-in' }) },
]

/** What an option's keys also depend on, beside the settings under its own name. */
const alsoFrom: Readonly<Record<string, (trace: Trace) => Traced>> = {
  net: (trace) => trace.of('nics[0].mac', 'network.bridge', 'network.vlan', 'network.mtu', 'network.nics'),
  tags: () => [derived('others', 'talmox, the cluster, its environment and tags, the role')],
}

/** The keys of the machine in Proxmox, as `qm config` prints them. */
export function qmSection(machine: Machine, { network, talos }: Desired, trace: Trace): Section {
  const options = Object.entries(vmOptions).flatMap(([name, option]) =>
    Object.keys(option.qm(machine)).map((key) => [key, name] as const),
  )
  const optionOf = new Map(options)
  const keys = { ...qmConfig(machine, network), ...isoKey(machine, talos.factory) }
  const rows = Object.entries(keys).map(([key, value]): Row => {
    const option = optionOf.get(key)
    const traced = option === undefined ? otherTrace(key, trace) : optionTrace(option, trace)
    const onDisks = option !== undefined && value.startsWith(`${machine.storage.disks}:`)
    const origins = onDisks ? [...traced, ...trace.of('storage.disks')] : traced
    return { label: key, value, concealed: concealText(key, value), traced: origins }
  })
  return { title: 'Proxmox, as qm config prints it', rows }
}

/** The ISO under the name that it has on the storage; where only the factory knows the schematic, without that. */
function isoKey(machine: Machine, factory: string): Readonly<Record<string, string>> {
  const { image } = machine
  const schematic = image.source.mode === 'iso' ? schematicId(schematicOf(image)) : undefined
  if (schematic === undefined) return {}
  const volid = imageFor(machine, originOf(factory, image, schematic))?.volid
  return volid === undefined ? {} : { [ownDrives[image.arch].iso]: `${volid},media=cdrom` }
}

function optionTrace(option: string, trace: Trace): Traced {
  return [...trace.of(`vm.${option}`), ...(alsoFrom[option]?.(trace) ?? [])]
}

function otherTrace(key: string, trace: Trace): Traced {
  return otherKeys.find((other) => other.key.test(key))?.trace(trace) ?? []
}

/** A volume that is not written is found by its name on the storage of the images. */
function isoTrace(trace: Trace): Traced {
  const iso = trace.of('image.mode', 'image.iso')
  return trace.of('image.iso.volume').length > 0 ? iso : [...iso, ...trace.of('storage.images')]
}

function gateway(trace: Trace): Traced {
  return trace.cluster(['network', 'gateway'], { from: 'built-in' })
}

function derived(part: string, how: string): { readonly part: string; readonly origin: Origin } {
  return { part, origin: { from: 'derived', how } }
}
