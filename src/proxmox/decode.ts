import { visible } from '../spec/visible-text.ts'
import { ProxmoxError } from './client/error.ts'

// The types of answers vary between endpoints and releases: numbers come as text, booleans as 0 and 1.

/** A number, also one written as text. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const FLAGS: Readonly<Record<string, boolean>> = {
  '1': true,
  on: true,
  yes: true,
  true: true,
  '0': false,
  off: false,
  no: false,
  false: false,
  '': false,
}

/** A boolean in any spelling that Proxmox has for it. */
export function readFlag(value: unknown): boolean | undefined {
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (typeof text === 'boolean') return text
  const key = String(text)
  return (typeof text === 'string' || typeof text === 'number') && Object.hasOwn(FLAGS, key) ? FLAGS[key] : undefined
}

/** A text, also one that came as a number. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** An object. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list; nothing at all is an empty one. */
export function readList(value: unknown): readonly unknown[] | undefined {
  return value === null || value === undefined ? [] : Array.isArray(value) ? value : undefined
}

/** Insists on a value: an answer without it is none that this program understands. */
export function expected<T>(value: T | undefined, what: string, answer?: unknown): T {
  if (value !== undefined) return value
  const seen = answer === undefined ? '' : `, but ${visible(glimpseOf(answer))}`
  throw new ProxmoxError(`Proxmox answered without ${what}${seen}`, {
    code: 'proxmox-answer',
    again: 'never',
    hint: 'this release of Proxmox may be newer than this talmox',
  })
}

function glimpseOf(answer: unknown): string {
  try {
    return JSON.stringify(answer).slice(0, 200)
  } catch {
    return 'what is nested too deep to be shown'
  }
}

/** The objects of a list; whatever else is in it is passed over. */
export function readRows(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return (readList(value) ?? []).filter(isRecord)
}
