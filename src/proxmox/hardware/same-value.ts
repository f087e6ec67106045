import { splitList } from '../format-checks/check.ts'
import { parseBoolean } from '../property-string/boolean.ts'
import { equal } from '../property-string/equal.ts'
import { findQemuKey } from '../qemu-key.ts'
import type { QemuKey, Release } from '../tables/types.ts'

type Fold = (text: string) => string

const inAnyOrder: Fold = (text) => [...new Set(splitList(text.toLowerCase()))].sort().join(' ')
const inOrder: Fold = (text) => splitList(text).join(' ')
const hotplug: Fold = (text) => inAnyOrder(text === '1' ? 'network,disk,usb' : text === '0' ? '' : text)

/** Keys whose text Proxmox or people may write in more than one way. */
const FOLDS: Readonly<Record<string, Fold>> = { tags: inAnyOrder, nameserver: inOrder, searchdomain: inOrder, hotplug }

// Proxmox never shows a password, so whether it is the wanted one cannot be known.
const isHidden = (key: string): boolean => key === 'cipassword'

/** Whether two values of a key mean the same; an absent one stands for Proxmox' default where there is one. */
export function sameValue(key: string, a: string | undefined, b: string | undefined, release: Release): boolean {
  const known = findQemuKey(key)?.key
  const [one, other] = [a ?? defaultOf(known), b ?? defaultOf(known)]
  if (one === undefined || other === undefined) return one === other
  if (one === other || isHidden(key)) return true
  const fold = FOLDS[key]
  if (fold !== undefined) return fold(one) === fold(other)
  if (known?.propertyString !== undefined) return equal(known.propertyString, one, other, release)
  return scalar(known, one) === scalar(known, other)
}

const defaultOf = (key: QemuKey | undefined): string | undefined =>
  key?.default === undefined ? undefined : String(key.default)

function scalar(key: QemuKey | undefined, text: string): string | number | boolean {
  if (key?.type === 'boolean') return parseBoolean(text) ?? text
  const number = Number(text)
  return (key?.type === 'integer' || key?.type === 'number') && Number.isFinite(number) ? number : text.trim()
}
