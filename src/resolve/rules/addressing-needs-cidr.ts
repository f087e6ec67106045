import type { Rule } from '../rule.ts'

/** Addresses are counted from the start of a network. */
export const addressingNeedsCidr: Rule = {
  code: 'addressing-needs-cidr',
  severity: 'error',
  summary: 'static and reserved addresses have a network (`network.cidr`)',
  check: ({ spec }) => {
    const { addressing = 'static', cidr } = spec.network ?? {}
    if (addressing === 'dhcp' || cidr !== undefined) return []
    return [
      {
        path: ['network', 'cidr'],
        message: `${addressing} addresses need the network they lie in`,
        hint: 'write network.cidr, such as 192.168.1.0/24, or network.addressing: dhcp',
      },
    ]
  },
}
