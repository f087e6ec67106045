import type { Section } from '../../../world/section.ts'
import { type Macro, macros } from '../../tables/firewall-macros.ts'

const preferredNames: ReadonlyMap<string, string> = new Map(
  Object.keys(macros).map((name) => [name.toLowerCase(), name]),
)

/** The name of a macro as it is written down, however it was spelt. */
export const macroNamed = (name: string): string | undefined => preferredNames.get(name.toLowerCase())

/** A fault of a rule: the key to blame and what is wrong. */
export type RuleFault = readonly [key: string, text: string]

/** What a rule says that its macro says otherwise. */
export function macroFault(name: string, rule: Section, version: number | undefined): RuleFault | undefined {
  const macro = macros[name]
  if (macro === undefined || (macro.only !== undefined && version !== undefined && version !== macro.only))
    return undefined
  for (const part of partsOf(macro, version)) {
    for (const [key, value] of Object.entries(part)) {
      const own = rule[key]
      if (own !== undefined && own !== value) {
        return [key, `parameter '${key}' already define in macro (value = '${value}')`]
      }
    }
  }
  return undefined
}

function partsOf({ rules, rules6 }: Macro, version: number | undefined): readonly Section[] {
  return (version === 6 ? (rules6 ?? rules) : rules).split(' ').map((text) => {
    const [, proto = '', dport, sport] = /^([^/<]+)(?:\/([^<]+))?(?:<(.+))?$/.exec(text) ?? []
    return { proto, ...(dport === undefined ? {} : { dport }), ...(sport === undefined ? {} : { sport }) }
  })
}
