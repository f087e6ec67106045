import { splitList } from '../../../src/proxmox/format-checks/check.ts'
import type { Section, SectionValue } from '../../world/section.ts'
import type { LooseParameters, LooseValue } from '../call.ts'
import { died } from '../failure.ts'

/** What a kind of section may hold. */
export interface SectionKind {
  readonly required?: readonly string[]
  readonly optional: readonly string[]
  /** Keys that keep the value they were made with. */
  readonly fixed?: readonly string[]
}

/** Checked parameters as a file of sections keeps them: flags are numbers. */
export function sectionOf(params: LooseParameters): Section {
  const section: Section = {}
  for (const [key, value] of Object.entries(params)) if (value !== undefined) section[key] = kept(value)
  return section
}

function kept(value: Exclude<LooseValue, undefined>): SectionValue {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' ? value.map(String) : value
}

const isKnown = ({ required = [], optional }: SectionKind, key: string): boolean =>
  required.includes(key) || optional.includes(key)

/** Refuses a new section with keys that its kind does not have, or without those that it needs. */
export function checkNew(kind: SectionKind, given: Section): void {
  requireKnown(kind, given)
  const missing = (kind.required ?? []).find((key) => given[key] === undefined)
  if (missing !== undefined) throw died(`missing value for required option '${missing}'`)
}

/** Refuses changes of keys that the kind does not have, or that are fixed. */
export function checkChange(kind: SectionKind, given: Section): void {
  requireKnown(kind, given)
  const fixed = (kind.fixed ?? []).find((key) => given[key] !== undefined)
  if (fixed !== undefined) throw died(`can't change value of fixed parameter '${fixed}'`)
}

function requireKnown(kind: SectionKind, given: Section): void {
  const unknown = Object.keys(given).find((key) => !isKnown(kind, key))
  if (unknown !== undefined) throw died(`unexpected property '${unknown}'`)
}

/** The section after a change: listed keys removed, given ones set. */
export function changed(kind: SectionKind, before: Section, given: Section, removed: string | undefined): Section {
  const section = { ...before }
  for (const key of splitList(removed ?? '')) {
    requireRemovable(kind, key, given)
    delete section[key]
  }
  return { ...section, ...given }
}

function requireRemovable(kind: SectionKind, key: string, given: Section): void {
  if (!isKnown(kind, key)) throw died(`no such option '${key}'`)
  if (kind.required?.includes(key)) throw died(`unable to delete required option '${key}'`)
  if (kind.fixed?.includes(key)) throw died(`unable to delete fixed option '${key}'`)
  if (given[key] !== undefined) throw died(`cannot set and delete property '${key}' at the same time!`)
}
