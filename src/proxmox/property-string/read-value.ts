import { typeFault } from '../check-scalar.ts'
import { splitList } from '../format-checks/check.ts'
import { parseDiskSize } from '../format-checks/disk-size.ts'
import type { SubKey } from '../tables/types.ts'
import { parseBoolean } from './boolean.ts'
import type { PropertyValue } from './value.ts'

/** The value that a text stands for; undefined when the text is not of the sub-key's type. */
export function readValue(entry: SubKey, text: string): PropertyValue | undefined {
  if (entry.list) return entry.format?.endsWith('-list') ? splitList(text) : text.split(';').filter(Boolean)
  if (entry.format === 'disk-size') return parseDiskSize(text)
  if (entry.type === 'boolean') return parseBoolean(text)
  if (entry.type === 'string') return text
  const number = typeFault(entry.type, text) === undefined ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
