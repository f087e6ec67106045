import type { Desired, Machine } from '../../resolve/desired.ts'
import type { QmConfig } from '../../spec/vm/option.ts'
import { printDrive, readDrive } from '../hardware/drive.ts'
import { qmConfig } from '../qm-config.ts'
import type { Release } from '../tables/types.ts'
import type { Origin, WantedImage } from './image-for.ts'
import { imageFor } from './image-for.ts'

/** A template that a machine on a host is to be cloned from. */
export interface WantedTemplate {
  readonly host: string
  readonly name: string
  /** Whether the file names it, or the name only follows from its VMID. */
  readonly isNamed: boolean
  /** The VMID that it has, or gets if that is free: only one host can have it. */
  readonly vmid: number | undefined
  /** What it is made from where it is not there; nothing when it must be. */
  readonly making: TemplateMaking | undefined
}

/** A template that can be cloned: the call goes to its own host. */
export interface Template {
  readonly vmid: number
  readonly node: string
}

/** What a template is made from. */
export interface TemplateMaking {
  readonly image: WantedImage
  readonly schematic: string
  readonly version: string
  /** The pool of Proxmox that it goes into. */
  readonly pool: string | undefined
  readonly storage: string
  /** The drive that Talos is on. */
  readonly bootDisk: string
  /** The hardware that machines of it have in common. */
  readonly keys: QmConfig
}

/** Hardware that a clone takes over as it is; everything that is a machine's own is set on the clone. */
const COMMON_KEYS = [
  'agent',
  'arch',
  'balloon',
  'bios',
  'cores',
  'cpu',
  'machine',
  'memory',
  'numa',
  'ostype',
  'rng0',
  'scsihw',
  'serial0',
  'sockets',
  'vga',
]

/** The template of a machine; nothing when machines like it are not cloned. */
export function templateFor(
  machine: Machine,
  { network, proxmox }: Pick<Desired, 'network' | 'proxmox'>,
  origin: Origin,
): WantedTemplate | undefined {
  const { image, host } = machine
  const { source, version } = image
  if (source.mode !== 'template' || host === undefined) return undefined
  const wanted = source.prepare ? imageFor(machine, origin) : undefined
  return {
    host,
    name: source.name ?? `talos-${version}-${source.vmid}`,
    isNamed: source.name !== undefined,
    vmid: source.vmid,
    making:
      wanted === undefined
        ? undefined
        : {
            image: wanted,
            schematic: origin.schematic,
            version,
            pool: proxmox.pool,
            storage: machine.storage.templates,
            bootDisk: `${machine.vm.disk.bus}0`,
            keys: hardwareOf(qmConfig(machine, network)),
          },
  }
}

function hardwareOf(config: QmConfig): QmConfig {
  return Object.fromEntries(Object.entries(config).filter(([key]) => COMMON_KEYS.includes(key)))
}

/** The boot disk of a template: filled from the image, as large as that is. */
export function templateDisk({ storage, bootDisk, image }: TemplateMaking, release: Release): string {
  const drive = readDrive(bootDisk, `${storage}:0,import-from=${image.volid}`, release)
  if (drive === undefined) throw new Error(`${bootDisk} is no drive`)
  return printDrive(bootDisk, drive, release)
}
