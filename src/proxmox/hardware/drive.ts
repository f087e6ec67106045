import { GiB } from '../../units/size.ts'
import { printValues } from '../property-string/print.ts'
import { tryParse } from '../property-string/try-parse.ts'
import type { PropertyValues } from '../property-string/value.ts'
import { findQemuKey } from '../qemu-key.ts'
import type { FormatName } from '../tables/formats.gen.ts'
import type { Release } from '../tables/types.ts'

/** A drive of a VM taken apart. */
export interface Drive {
  readonly file: string
  readonly sizeBytes: number | undefined
  readonly options: PropertyValues
}

/** What a drive holds: a disk yet to be made, the cloud-init drive yet to be made, a volume that exists, or nothing. */
export type Medium =
  | { readonly kind: 'new'; readonly storage: string; readonly sizeBytes: number }
  | { readonly kind: 'cloud-init'; readonly storage: string }
  | { readonly kind: 'volume'; readonly storage: string; readonly volid: string }
  | { readonly kind: 'none' }

const DRIVE_FORMATS: ReadonlySet<FormatName> = new Set(['ide', 'sata', 'scsi', 'virtio', 'efidisk', 'tpmstate'])

/** The grammar of a drive's key; undefined when the key holds no drive. */
export function driveFormat(key: string): FormatName | undefined {
  const format = key === 'cdrom' ? undefined : findQemuKey(key)?.key.propertyString
  return format !== undefined && DRIVE_FORMATS.has(format) ? format : undefined
}

/** Takes a drive apart; undefined when the key holds none, or the text cannot be read. */
export function readDrive(key: string, text: string, release: Release): Drive | undefined {
  const format = driveFormat(key)
  const values = format === undefined ? undefined : tryParse(format, text, release)
  if (values === undefined) return undefined
  const { file, size, ...options } = values
  if (typeof file !== 'string') return undefined
  return { file, sizeBytes: typeof size === 'number' ? size : undefined, options }
}

/** Writes a drive; without its size, which Proxmox finds out itself. */
export function printDrive(key: string, { file, options }: Pick<Drive, 'file' | 'options'>, release: Release): string {
  const format = driveFormat(key)
  if (format === undefined) throw new Error(`${key} holds no drive`)
  return printValues(format, { ...options, file }, release)
}

/** What a drive holds, by the name of its file. */
export function mediumOf({ file }: Pick<Drive, 'file'>): Medium {
  const [, storage = '', name = ''] = /^([^:/]+):(.+)$/.exec(file) ?? []
  if (storage === '') return { kind: 'none' }
  if (name === 'cloudinit') return { kind: 'cloud-init', storage }
  if (/^\d+(?:\.\d+)?$/.test(name)) return { kind: 'new', storage, sizeBytes: Number(name) * GiB }
  return { kind: 'volume', storage, volid: file }
}

/** Whether it is a CD, the cloud-init drive included. */
export const isCdrom = ({ options }: Pick<Drive, 'options'>): boolean => options.media === 'cdrom'

/** Whether it is the drive that Proxmox writes cloud-init settings to. */
export const isCloudInit = ({ file }: Pick<Drive, 'file'>): boolean =>
  /[:/](?:vm-\d+-)?cloudinit(?:\.(?:raw|qcow2|vmdk))?$/.test(file)

/** Whether a volume shares its blocks with a template: it cannot go to another storage without losing that. */
export const isLinked = (volid: string): boolean => /^[^:]+:(?:\d+\/)?base-/.test(volid)
