import { formatSize, MiB, roundSize } from '../../units/size.ts'
import { splitList } from '../format-checks/check.ts'
import { tryParse } from '../property-string/try-parse.ts'
import type { PropertyValue } from '../property-string/value.ts'
import { findQemuKey } from '../qemu-key.ts'
import type { Release } from '../tables/types.ts'

// Values that a plan must not show.
const CONCEALED: ReadonlySet<string> = new Set(['cipassword', 'sshkeys', 'args'])

const inMebibytes = (text: string): string => (/^\d+$/.test(text) ? formatSize(Number(text) * MiB) : text)

/** How single keys are shown; others are shown as Proxmox writes them. */
const SHOWN: Readonly<Record<string, (text: string) => string>> = {
  memory: inMebibytes,
  balloon: (text) => (text === '0' ? 'off' : inMebibytes(text)),
}

const shown = (key: string, text: string): string => SHOWN[key]?.(text) ?? text

/** A changed key in words: `memory 8GiB → 16GiB`, `net0 tag 7 → 8`. */
export function changePhrase(key: string, from: string | undefined, to: string | undefined, release: Release): string {
  if (CONCEALED.has(key)) return `${key} changes`
  if (key === 'tags') return tagsPhrase(from ?? '', to ?? '')
  if (from === undefined) return `${key} ${shown(key, to ?? '')} is added`
  if (to === undefined) return `${key} ${shown(key, from)} is removed`
  const parts = partsPhrase(key, from, to, release)
  return parts === undefined ? `${key} ${shown(key, from)} → ${shown(key, to)}` : `${key} ${parts}`
}

function tagsPhrase(from: string, to: string): string {
  const [before, after] = [splitList(from), splitList(to)]
  const added = after.filter((tag) => !before.includes(tag)).map((tag) => `+${tag}`)
  const removed = before.filter((tag) => !after.includes(tag)).map((tag) => `-${tag}`)
  return ['tags', ...added, ...removed].join(' ')
}

/** Only those parts of a property string that change; undefined where it has but one part. */
function partsPhrase(key: string, from: string, to: string, release: Release): string | undefined {
  const format = findQemuKey(key)?.key.propertyString
  if (format === undefined) return undefined
  const [one, other] = [tryParse(format, from, release), tryParse(format, to, release)]
  if (one === undefined || other === undefined) return undefined
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => name !== 'size').sort()
  if (names.length < 2) return undefined
  const changed = names.filter((name) => text(one[name]) !== text(other[name]))
  return changed.map((name) => `${name} ${text(one[name])} → ${text(other[name])}`).join(', ')
}

function text(value: PropertyValue | undefined): string {
  if (value === undefined) return 'unset'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'object' ? value.join(';') : String(value)
}

/** A disk's size in words, exactly where that is short. */
export function sizePhrase(bytes: number): string {
  const exact = formatSize(bytes)
  return exact.length <= '1024GiB'.length ? exact : `about ${roundSize(bytes)}`
}
