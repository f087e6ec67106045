import type { OwnFile } from '../../proxmox/images/inventory.ts'
import type { Reference } from '../../proxmox/images/references.ts'
import { roundSize } from '../../units/size.ts'
import type { Printer } from '../printer.ts'
import { type Column, table } from '../table.ts'

/** A file, and whether it is needed. */
export interface ImageRow extends OwnFile {
  /** Whether machines of the cluster file start from it. */
  readonly wanted: boolean
  /** Whether nothing is known that needs it. */
  readonly free: boolean
}

/** Looks at files with the eyes of a cluster file. */
export function imageRows(files: readonly OwnFile[], wanted: ReadonlySet<string>): readonly ImageRow[] {
  return files.map((file) => {
    const isWanted = wanted.has(file.volid)
    return { ...file, wanted: isWanted, free: !isWanted && file.usedBy.length === 0 }
  })
}

const columns: readonly Column<ImageRow>[] = [
  { title: 'VOLUME', cell: ({ volid }) => volid },
  { title: 'ON', cell: ({ shared, host }) => (shared ? 'all hosts' : host) },
  { title: 'SIZE', cell: ({ bytes }) => roundSize(bytes), align: 'right', shed: 1 },
  { title: 'NEEDED', cell: need, style: ({ free }) => (free ? 'yellow' : undefined) },
]

/** The files as a table. */
export const imageTable = (rows: readonly ImageRow[], { columns: width, paint }: Printer): readonly string[] =>
  table(columns, rows, { width, paint }).lines

function need({ usedBy, wanted, free }: ImageRow): string {
  if (free) return 'no'
  const users = usedBy.map(user)
  return [...(wanted ? ['for new machines'] : []), ...(users.length === 0 ? [] : [`by ${users.join(', ')}`])].join(', ')
}

const HOW = { now: '', pending: ' (from its next start)' } as const

function user({ vmid, name, how }: Reference): string {
  const when = how === 'now' || how === 'pending' ? HOW[how] : ` (${how})`
  return `VM ${vmid}${name === undefined ? '' : ` ${name}`}${when}`
}

/** A file for programs. */
export function imageJson({ volid, host, shared, bytes, image, usedBy, wanted, free }: ImageRow) {
  return {
    volid,
    ...(shared ? {} : { host }),
    shared,
    bytes,
    kind: image === undefined ? 'cidata' : image.extension === 'iso' ? 'iso' : 'disk',
    ...(image === undefined
      ? {}
      : { version: image.version, arch: image.arch, secureBoot: image.secureBoot, schematic: image.schematic }),
    usedBy,
    wanted,
    free,
  }
}
