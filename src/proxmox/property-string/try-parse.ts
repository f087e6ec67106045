import { UserError } from '../../user-error.ts'
import type { FormatName } from '../tables/formats.gen.ts'
import type { Release } from '../tables/types.ts'
import { parse } from './parse.ts'
import type { PropertyValues } from './value.ts'

/** Reads a property string; undefined when it means nothing that is known here. */
export function tryParse(format: FormatName, text: string, release: Release): PropertyValues | undefined {
  try {
    return parse(format, text, release)
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  }
}
