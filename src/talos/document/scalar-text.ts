import { parse } from 'yaml'
import type { Value } from './value.ts'

/** Text that no reader takes for anything else, which is nearly all there is in a config. */
const surelyText = /^[A-Za-z/](?:[\w/.@+=-]|:(?=[\w/]))*$|^\d{1,3}(?:\.\d{1,3}){3}\/\d+$/

/** Words that YAML, or only old YAML, takes for a truth value or nothing. */
const words = /^(?:true|false|null)$/i
const oldWords = /^(?:y|n|yes|no|on|off)$/i

const unprintable = /[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/u

const single = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** What a reader makes of a text without quotes: inside a list it must neither end nor nest. */
function asRead(text: string, version: '1.1' | '1.2'): unknown {
  try {
    const read: unknown = parse(`- ${text}\n`, { version, logLevel: 'error' })
    return Array.isArray(read) && read.length === 1 ? read[0] : undefined
  } catch {
    return undefined
  }
}

function quoted(text: string): string {
  const [now, before] = [asRead(text, '1.2'), asRead(text, '1.1')]
  const isKey = /^[^:#]*$/.test(text) || !/:(?:\s|$)|\s#/.test(text)
  if (now === text && before === text && isKey && text !== '<<' && text !== '=') return text
  return now === null || typeof now === 'number' || typeof now === 'boolean' ? JSON.stringify(text) : single(text)
}

/** Writes one scalar so that every YAML reader gives back the same value. */
export function scalarText(value: Exclude<Value, object>): string {
  if (typeof value !== 'string') return String(value)
  if (value === '') return '""'
  if (unprintable.test(value)) return JSON.stringify(value)
  if (words.test(value)) return JSON.stringify(value)
  if (oldWords.test(value)) return single(value)
  return surelyText.test(value) ? value : quoted(value)
}
