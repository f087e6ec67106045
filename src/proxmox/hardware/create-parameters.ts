import type { QmConfig } from '../../spec/vm/option.ts'
import type { ParametersOf } from '../client/call-types.ts'
import { printNotes } from '../ownership/notes.ts'
import type { Release } from '../tables/types.ts'
import { callValues, checkedCall } from './call-parameters.ts'
import { isCdrom, isCloudInit, mediumOf, printDrive, readDrive } from './drive.ts'
import type { WantedVm } from './wanted-vm.ts'

/** What a new VM starts from: an image that its boot disk is filled with, or an ISO beside an empty disk. */
export type Source =
  | { readonly mode: 'import'; readonly volid: string }
  | { readonly mode: 'iso'; readonly volid: string }

/** Where a new VM goes. */
export interface Place {
  readonly node: string
  /** Pool of Proxmox. */
  readonly pool?: string | undefined
}

/** The call that makes a VM; it is not started. An imported disk has the size of its image, and is still to be grown. */
export function createParameters(
  wanted: WantedVm,
  { node, pool }: Place,
  source: Source,
  release: Release = '9',
): ParametersOf<'POST', '/nodes/{node}/qemu'> {
  const keys = { ...createKeys(wanted, source, release), description: firstNotes(wanted) }
  const where = { node, vmid: wanted.vmid, ...(pool === undefined ? {} : { pool }) }
  return checkedCall(release, 'POST', '/nodes/{node}/qemu', { ...callValues(keys), ...where })
}

/** The notes of a VM that had none. */
const firstNotes = ({ notes, record }: WantedVm): string => printNotes({ before: notes ?? '', after: '', record })

function createKeys(wanted: WantedVm, source: Source, release: Release): QmConfig {
  const keys = Object.entries(wanted.keys).map(([key, text]) => {
    const drive = readDrive(key, text, release)
    if (drive === undefined) return [key, text]
    const medium = mediumOf(drive)
    if (source.mode === 'import' && key === wanted.bootDisk && medium.kind === 'new') {
      const options = { ...drive.options, 'import-from': source.volid }
      return [key, printDrive(key, { file: `${medium.storage}:0`, options }, release)]
    }
    const isIso = source.mode === 'iso' && isCdrom(drive) && !isCloudInit(drive) && medium.kind !== 'none'
    return [key, isIso ? printDrive(key, { ...drive, file: source.volid }, release) : text]
  })
  return Object.fromEntries(keys)
}

/** How a template is cloned. */
export interface Cloning {
  /** Where the template is. */
  readonly node: string
  readonly template: number
  readonly full: boolean
  /** Where full copies of its disks go. */
  readonly storage?: string | undefined
  /** The host of the new VM, where that is another; all disks must then be on shared storage. */
  readonly target?: string | undefined
  readonly pool?: string | undefined
}

/**
 * The call that clones a VM. It carries name and notes, so that a half-made clone is known for what it is; everything
 * else is the difference between the clone and what it should be.
 */
export function cloneParameters(
  wanted: WantedVm,
  { node, template, full, storage, target, pool }: Cloning,
  release: Release = '9',
): ParametersOf<'POST', '/nodes/{node}/qemu/{vmid}/clone'> {
  return checkedCall(release, 'POST', '/nodes/{node}/qemu/{vmid}/clone', {
    node,
    vmid: template,
    newid: wanted.vmid,
    full,
    ...(wanted.keys.name === undefined ? {} : { name: wanted.keys.name }),
    description: firstNotes(wanted),
    // Proxmox refuses to be told where the disks of a linked clone go.
    ...(storage === undefined || !full ? {} : { storage }),
    ...(target === undefined || target === node ? {} : { target }),
    ...(pool === undefined ? {} : { pool }),
  })
}
