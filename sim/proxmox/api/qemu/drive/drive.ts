import { parseDiskSize } from '../../../../../src/proxmox/format-checks/disk-size.ts'
import { grammarOf } from '../../../../../src/proxmox/property-string/grammar.ts'
import { printValues } from '../../../../../src/proxmox/property-string/print.ts'
import { splitPropertyString } from '../../../../../src/proxmox/property-string/split.ts'
import type { FormatName } from '../../../../../src/proxmox/tables/formats.gen.ts'
import type { VmConfig } from '../../../../world/vm.ts'
import { driveNames, isUnusedName } from './drive-names.ts'

/** A drive taken apart: its volume, its size in bytes and its other options as texts. */
export interface Drive {
  readonly file: string
  readonly size?: number
  readonly options: Readonly<Record<string, string>>
}

const FORMATS: Readonly<Record<string, FormatName>> = {
  ide: 'ide',
  scsi: 'scsi',
  virtio: 'virtio',
  sata: 'sata',
  efidisk: 'efidisk',
  tpmstate: 'tpmstate',
  unused: 'unused',
}

function formatOf(key: string): FormatName {
  const format = FORMATS[key.replace(/\d+$/, '')]
  if (format === undefined) throw new Error(`${key} is no key of a drive`)
  return format
}

/** Limits that exclude each other, and limits of a burst that need the limit itself. */
const EXCLUSIVE = [
  ['mbps_rd', 'mbps'],
  ['mbps_wr', 'mbps'],
  ['iops_rd', 'iops'],
  ['iops_wr', 'iops'],
] as const
const NEEDS = [
  ['mbps_max', 'mbps'],
  ['mbps_rd_max', 'mbps_rd'],
  ['mbps_wr_max', 'mbps_wr'],
  ['bps_max_length', 'mbps_max'],
  ['bps_rd_max_length', 'mbps_rd_max'],
  ['bps_wr_max_length', 'mbps_wr_max'],
  ['iops_max_length', 'iops_max'],
  ['iops_rd_max_length', 'iops_rd_max'],
  ['iops_wr_max_length', 'iops_wr_max'],
] as const

const isSet = (value: string | undefined): boolean => value !== undefined && Number(value) !== 0

/** Takes a drive apart; undefined when its options contradict each other. */
export function parseDrive(key: string, text: string): Drive | undefined {
  const split = splitPropertyString(grammarOf(formatOf(key)), text)
  if ('fault' in split) return undefined
  const { file, size: sizeText, ...options } = Object.fromEntries(split.values)
  if (file === undefined) return undefined
  for (const name of ['bps', 'bps_rd', 'bps_wr']) {
    if (options[name] === undefined) continue
    if (options[`m${name}`] !== undefined) return undefined
    // The genuine code takes one byte a second, whatever was asked for.
    options[`m${name}`] = '0.000'
    delete options[name]
  }
  if (NEEDS.some(([limit, needed]) => isSet(options[limit]) && !isSet(options[needed]))) return undefined
  if (EXCLUSIVE.some(([one, other]) => isSet(options[one]) && isSet(options[other]))) return undefined
  if (options.media === 'cdrom' && (isSet(options.snapshot) || options.format !== undefined)) return undefined
  if (options.media === 'cdrom' && key.startsWith('virtio')) return undefined
  const size = sizeText === undefined ? undefined : parseDiskSize(sizeText)
  return { file, ...(size === undefined ? {} : { size }), options }
}

/** A drive that is known to be well-formed, such as one of a configuration. */
export function readDrive(key: string, text: string): Drive {
  const drive = isUnusedName(key) ? { file: text.replace(/^file=/, ''), options: {} } : parseDrive(key, text)
  if (drive === undefined) throw new Error(`the configuration holds ${key}: ${text}, which is no drive`)
  return drive
}

/** Writes a drive: the volume first, the options by name. */
export function printDrive(key: string, { file, size, options }: Drive): string {
  return printValues(formatOf(key), { ...options, file, size })
}

/** Whether it is the drive that cloud-init settings are written to. */
export const isCloudInit = ({ file }: Drive): boolean =>
  /[:/](?:vm-\d+-)?cloudinit(?:\.(?:raw|qcow2|vmdk|qcow|qed|cloop))?$/.test(file)

/** Whether it is a CD, the cloud-init drive included. */
export const isCdrom = ({ options }: Drive): boolean => options.media === 'cdrom'

/** Whether it is a CD that somebody inserted. */
export const isInsertedCdrom = (drive: Drive): boolean => isCdrom(drive) && !isCloudInit(drive)

/** The drives of a configuration, in the order of their names. */
export function drivesOf(config: VmConfig): readonly (readonly [key: string, drive: Drive])[] {
  return driveNames.flatMap((key) => {
    const text = config[key]
    return text === undefined ? [] : [[key, readDrive(key, text)] as const]
  })
}

/** The volumes that a configuration remembers without using them. */
export function unusedOf(config: VmConfig): readonly (readonly [key: string, volid: string])[] {
  return Object.entries(config).filter(([key]) => isUnusedName(key))
}
