import type { FormatName } from '../tables/formats.gen.ts'
import type { PropertyStrings } from '../tables/property-strings.gen.ts'

/** What a sub-key can hold; sizes of disks are bytes. */
export type PropertyValue = string | number | boolean | readonly string[]

/** Sub-keys by name, before they are known to be those of a grammar. */
export type PropertyValues = Readonly<Record<string, PropertyValue | undefined>>

/** A parsed property string: the sub-keys of its grammar with their types, and any others as they came. */
export type PropertyString<F extends FormatName> = PropertyStrings[F] & PropertyValues
