import { isCidataFile } from '../images/cidata-file.ts'
import { equal } from '../property-string/equal.ts'
import { mergeParts } from './decided-parts.ts'
import {
  type Drive,
  driveFormat,
  isCdrom,
  isCloudInit,
  isLinked,
  type Medium,
  mediumOf,
  printDrive,
  readDrive,
} from './drive.ts'
import { waitingSteps } from './key-steps.ts'
import { changePhrase, sizePhrase } from './phrases.ts'
import { blockedBy, type Comparison, isOurs, type Step } from './step.ts'

/** What separates a drive from what it should be; volumes that are there are kept. */
export function driveSteps(comparison: Comparison, key: string, text: string): readonly Step[] {
  const { present, release } = comparison
  const wanted = readDrive(key, text, release)
  if (wanted === undefined) throw new Error(`${key}: ${text} is no drive`)
  const from = present[key]
  if (isCloudInit(wanted)) return cloudInitSteps(comparison, key, wanted)
  if (from === undefined) return missingSteps(comparison, key, wanted, text)
  const drive = readDrive(key, from, release)
  if (drive === undefined || isCdrom(drive) !== isCdrom(wanted)) return [blockedBy(key, from)]
  if (isCdrom(wanted)) return []
  if (!isOurs(comparison, key)) return [blockedBy(key, from)]
  return [
    ...optionSteps(comparison, key, wanted, drive),
    ...sizeSteps(key, mediumOf(wanted), drive),
    ...storageSteps(key, mediumOf(wanted), drive),
  ]
}

/** A VM has one cloud-init drive at most; wherever a template put it, it serves. */
function cloudInitSteps(comparison: Comparison, key: string, wanted: Drive): readonly Step[] {
  const { present, release } = comparison
  const value = printDrive(key, wanted, release)
  const elsewhere = Object.keys(present).some((other) => {
    const drive = other === key ? undefined : readDrive(other, present[other] ?? '', release)
    return drive !== undefined && isCloudInit(drive)
  })
  const from = present[key]
  if (elsewhere) return []
  if (from === undefined) return [{ kind: 'add', key, value, phrase: `${key}, the drive with addresses, is added` }]
  const drive = readDrive(key, from, release)
  const isOther = drive === undefined || !isCloudInit(drive)
  if (isOther && !(isOurs(comparison, key) && drive !== undefined && isFree(drive))) return [blockedBy(key, from)]
  if (storageOf(drive) === storageOf(wanted)) return waitingSteps(comparison, key)
  const phrase = `${key}, the drive with addresses, is made again on ${storageOf(wanted)}`
  return [{ kind: 'set', key, value, phrase }]
}

/** An empty drive, or one with a CD that talmox put in. */
const isFree = ({ file }: Drive): boolean => file === 'none' || isCidataFile(file.slice(file.indexOf('/') + 1))

const storageOf = ({ file }: Pick<Drive, 'file'>): string => file.split(':')[0] ?? ''

function missingSteps(comparison: Comparison, key: string, wanted: Drive, text: string): readonly Step[] {
  const { wanted: vm, release } = comparison
  if (isCdrom(wanted)) {
    // The medium matters for the first start only, and the ISO may be gone by now.
    const value = printDrive(key, { file: 'none', options: wanted.options }, release)
    return [{ kind: 'add', key, value, phrase: `${key}, an empty CD drive, is added` }]
  }
  if (key === vm.bootDisk && (vm.bootDiskIsFilled || hasDiskOfOurs(comparison))) {
    return [{ kind: 'replace', key, phrase: `${key}, the disk of the system, is missing` }]
  }
  return [{ kind: 'add', key, value: text, phrase: `disk ${key}${aboutNew(key, mediumOf(wanted))} is added` }]
}

/** Where the system may be, if it is not where the file says: an empty disk must not take its place. */
const hasDiskOfOurs = ({ vm, present }: Comparison): boolean =>
  vm.record?.keys.some((key) => DISK.test(key) && present[key]?.includes('media=cdrom') === false) ?? false

const DISK = /^(?:scsi|virtio|sata|ide)\d+$/

function aboutNew(key: string, medium: Medium): string {
  if (medium.kind !== 'new') return ''
  return isSized(key) ? ` of ${sizePhrase(medium.sizeBytes)} on ${medium.storage}` : ` on ${medium.storage}`
}

/** Firmware and TPM have disks whose size Proxmox decides. */
const isSized = (key: string): boolean => !/^(?:efidisk|tpmstate)/.test(key)

function optionSteps(comparison: Comparison, key: string, wanted: Drive, drive: Drive): readonly Step[] {
  const { release } = comparison
  const format = driveFormat(key)
  if (format === undefined) return []
  const options = mergeParts(format, wanted.options, drive.options)
  const from = printDrive(key, drive, release)
  const value = printDrive(key, { file: drive.file, options }, release)
  if (equal(format, from, value, release)) return waitingSteps(comparison, key)
  const phrase = changePhrase(key, from, value, release)
  if (!isSized(key)) return [{ kind: 'replace', key, phrase: `${phrase}, which needs a new VM` }]
  return [{ kind: 'set', key, value, phrase }]
}

function sizeSteps(key: string, wanted: Medium, { sizeBytes: from }: Drive): readonly Step[] {
  if (wanted.kind !== 'new' || !isSized(key) || from === undefined || from === wanted.sizeBytes) return []
  const to = wanted.sizeBytes
  const phrase = `disk ${key} ${sizePhrase(from)} → ${sizePhrase(to)}`
  if (to < from) return [{ kind: 'replace', key, phrase: `${phrase}, but disks cannot shrink` }]
  return [{ kind: 'resize', key, resize: { disk: key, from, to }, phrase }]
}

function storageSteps(key: string, wanted: Medium, drive: Drive): readonly Step[] {
  const from = storageOf(drive)
  if (wanted.kind !== 'new' || from === wanted.storage || isLinked(drive.file)) return []
  const move = { disk: key, from, to: wanted.storage }
  return [{ kind: 'move', key, move, phrase: `disk ${key} goes from ${from} to ${wanted.storage}` }]
}
