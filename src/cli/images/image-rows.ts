import type { OwnFile, OwnTemplate } from '../../proxmox/images/inventory.ts'
import type { Reference } from '../../proxmox/images/references.ts'
import type { Desired } from '../../resolve/desired.ts'
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

/** A template, and whether it is needed. */
export interface TemplateRow extends OwnTemplate {
  /** Whether machines of the cluster file are cloned from it. */
  readonly wanted: boolean
  readonly free: boolean
}

/** Looks at templates with the eyes of a cluster file. */
export function templateRows(templates: readonly OwnTemplate[], { machines }: Desired): readonly TemplateRow[] {
  return templates.map((template) => {
    const wanted = machines.some(
      ({ image: { source } }) =>
        source.mode === 'template' && (source.vmid === template.vmid || source.name === template.name),
    )
    return { ...template, wanted, free: !wanted && template.usedBy.length === 0 }
  })
}

const templateColumns: readonly Column<TemplateRow>[] = [
  { title: 'TEMPLATE', cell: ({ vmid, name }) => `${vmid} ${name}` },
  { title: 'ON', cell: ({ host }) => host },
  { title: 'TALOS', cell: ({ version }) => version, shed: 1 },
  { title: 'NEEDED', cell: need, style: ({ free }) => (free ? 'yellow' : undefined) },
]

/** The templates as a table. */
export const templateTable = (rows: readonly TemplateRow[], { columns: width, paint }: Printer): readonly string[] =>
  table(templateColumns, rows, { width, paint }).lines

function need({ usedBy, wanted, free }: Pick<ImageRow, 'usedBy' | 'wanted' | 'free'>): string {
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
