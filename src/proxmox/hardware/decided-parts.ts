import { decidedDriveOptions } from '../../spec/vm/disks.ts'
import { decidedNicOptions } from '../../spec/vm/net.ts'
import { printValues } from '../property-string/print.ts'
import { tryParse } from '../property-string/try-parse.ts'
import type { PropertyValues } from '../property-string/value.ts'
import type { FormatName } from '../tables/formats.gen.ts'
import type { Release } from '../tables/types.ts'

const drive = [...decidedDriveOptions, 'media']

/** Of some keys talmox decides only these parts; what others wrote beside them stays. All other keys are wholly ours. */
const DECIDED: Readonly<Partial<Record<FormatName, readonly string[]>>> = {
  ide: drive,
  sata: drive,
  scsi: drive,
  virtio: drive,
  efidisk: ['efitype', 'pre-enrolled-keys'],
  tpmstate: ['version'],
  net: ['model', 'macaddr', ...decidedNicOptions],
  smbios1: ['uuid'],
}

/** Puts the decided parts of a value in the place of those that are there. */
export function mergeParts(format: FormatName, wanted: PropertyValues, present: PropertyValues): PropertyValues {
  const decided = DECIDED[format]
  if (decided === undefined) return wanted
  const kept = Object.entries(present).filter(([part]) => !decided.includes(part))
  return { ...Object.fromEntries(kept), ...wanted }
}

/** The text of a key as it should become, given what is there. */
export function mergeText(format: FormatName, wanted: string, present: string, release: Release): string {
  const [one, other] = [tryParse(format, wanted, release), tryParse(format, present, release)]
  if (DECIDED[format] === undefined || one === undefined || other === undefined) return wanted
  return printValues(format, mergeParts(format, one, other), release)
}
