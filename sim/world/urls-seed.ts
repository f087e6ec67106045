import { createHash } from 'node:crypto'
import { talosImageAt } from './talos-image.ts'
import type { WebContent } from './world.ts'

const ALGORITHMS = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const

/**
 * Web content as it is written down: a list of entries with a `url`, or entries by address. An entry tells its `size`
 * and checksums by algorithm, or its `body`, from which both follow; a bare text is a body, a bare number a size.
 */
export function readUrls(written: unknown): Record<string, WebContent> {
  const entries = Array.isArray(written)
    ? written.filter(isObject).map((entry) => [String(entry.url), entry] as const)
    : Object.entries(isObject(written) ? written : {})
  return Object.fromEntries(entries.map(([url, entry]) => [url, { ...contentOf(entry), ...imageAt(url) }]))
}

function imageAt(url: string): Pick<WebContent, 'image'> {
  const image = talosImageAt(url)
  return image === undefined ? {} : { image }
}

function contentOf(entry: unknown): WebContent {
  if (typeof entry === 'string') return contentOfBody(entry)
  if (typeof entry === 'number') return { sizeBytes: entry, checksums: {} }
  if (!isObject(entry)) return { sizeBytes: 0, checksums: {} }
  if (typeof entry.body === 'string') return contentOfBody(entry.body)
  const given = isObject(entry.checksums) ? { ...entry, ...entry.checksums } : entry
  const checksums = ALGORITHMS.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []))
  return {
    sizeBytes: Number(entry.size ?? 0),
    checksums: Object.fromEntries(checksums),
    ...(entry.image_bytes === undefined ? {} : { imageBytes: Number(entry.image_bytes) }),
  }
}

function contentOfBody(body: string): WebContent {
  const checksums = ALGORITHMS.map((name) => [name, createHash(name).update(body).digest('hex')])
  return { sizeBytes: Buffer.byteLength(body), checksums: Object.fromEntries(checksums) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
