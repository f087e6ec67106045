import { readIso } from './read-iso.ts'

const LARGEST = 16 * 1024 ** 2

/** The files of a CD that has settings for a guest; undefined for any other. */
export function readCidata(iso: Buffer): Record<string, string> | undefined {
  if (iso.length > LARGEST) return undefined
  try {
    const { label, files } = readIso(iso).joliet
    if (label.toLowerCase() !== 'cidata') return undefined
    return Object.fromEntries([...files].map(([name, content]) => [name.replace(/;1$/, ''), content.toString('utf8')]))
  } catch {
    // Whatever cannot be read as a CD is none.
    return undefined
  }
}
