import { grammarOf, subKeyOf } from '../../../src/proxmox/property-string/grammar.ts'
import { splitPropertyString } from '../../../src/proxmox/property-string/split.ts'
import type { FormatName } from '../../../src/proxmox/tables/formats.gen.ts'

/** A property string in its parts, as the API shows them: flags are numbers, all else stays text. */
export function propertyParts(name: FormatName, text: string): Readonly<Record<string, string | number>> {
  const grammar = grammarOf(name)
  const split = splitPropertyString(grammar, text)
  if ('fault' in split) return {}
  return Object.fromEntries(
    [...split.values].map(([key, value]) => {
      const isFlag = subKeyOf(grammar, key)?.type === 'boolean'
      return [key, isFlag ? Number(/^(?:1|on|yes|true)$/i.test(value)) : value]
    }),
  )
}
