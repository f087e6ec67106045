import { stringify } from 'yaml'
import type { Value } from './value.ts'

/** Words that every YAML reader takes for a truth value or nothing, and those that only old ones do. */
const words = /^(?:true|false|null|~)$/i
const oldWords = /^(?:y|n|yes|no|on|off)$/i

/** Text that a reader would take for a number, a date or the merge key. */
const numberLike = /^[-+]?(?:\.\d|\d)[\d_.,:xXobTZeE+-]*$|^0x[\da-f]+$|^[-+]?\.(?:inf|nan)$/i

const single = (text: string): string => `'${text.replaceAll("'", "''")}'`

const isPlain = (text: string): boolean =>
  stringify(text, { lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd() === text && text !== '<<' && text !== '='

/** Writes one scalar so that every YAML reader gives back the same value. */
export function scalarText(value: Exclude<Value, object>): string {
  if (typeof value !== 'string') return String(value)
  if (value === '') return '""'
  if (/[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/u.test(value)) return JSON.stringify(value)
  if (words.test(value)) return JSON.stringify(value)
  if (oldWords.test(value)) return single(value)
  if (numberLike.test(value)) return looksNumeric(value) ? JSON.stringify(value) : value
  return isPlain(value) ? value : single(value)
}

/** `1:2`, `10.0.0.1` and `80-90` read as text; `12`, `1e3` and dates do not. */
function looksNumeric(text: string): boolean {
  return (
    !Number.isNaN(Number(text.replaceAll('_', ''))) ||
    /^\d{4}-\d\d?-\d\d?/.test(text) ||
    /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?$/.test(text)
  )
}
