import { parseIp } from '../../net/ip.ts'
import { familyNames } from '../holdings.ts'
import { itemPath } from '../item-path.ts'
import type { Finding, Rule } from '../rule.ts'

/** Two VIPs of one family would be two endpoints, of which clients know only the first. */
export const vipPerFamily: Rule = {
  code: 'vip-per-family',
  severity: 'error',
  summary: 'there is at most one VIP for each family',
  check: ({ spec }) => {
    const vips = spec.network?.vip ?? []
    const families = vips.map((text) => parseIp(text).family)
    return families.flatMap((family, index): Finding[] => {
      const first = families.indexOf(family)
      if (first === index) return []
      return [
        {
          path: itemPath(['network', 'vip'], vips, index),
          message: `${vips[index]} is a second ${familyNames[family]} VIP, after ${vips[first]}`,
          hint: 'keep one VIP for each family',
        },
      ]
    })
  },
}
