import { createHash } from 'node:crypto'
import type { Sections } from '../../world/section.ts'
import { died } from '../failure.ts'

/** Keys and values that a digest covers; what is no scalar is left out. */
export type Fields = Readonly<Record<string, unknown>>

/** The digest of a list of settings, as the firewall computes it: of sorted keys with their values. */
export function digestOfFields(list: readonly Fields[]): string {
  const sha = createHash('sha1')
  for (const fields of list) {
    for (const key of Object.keys(fields).sort()) {
      const value = fields[key]
      if (typeof value === 'string' || typeof value === 'number') sha.update(`${key}:${value}\n`)
    }
  }
  return sha.digest('hex')
}

/** The digest of a file of sections. */
export function digestOfSections(sections: Sections): string {
  const text = Object.keys(sections).length === 0 ? '' : JSON.stringify(sections)
  return createHash('sha1').update(text).digest('hex')
}

/** Refuses a change that was made for another state of the file. */
export function requireDigest(current: string, given: string | undefined): void {
  if (given !== undefined && given !== '' && given !== current) {
    throw died('detected modified configuration - file changed by other user? Try again.')
  }
}
