import { type Family, parseIp } from '../../net/ip.ts'
import { list } from '../../placement/words.ts'
import { familyNames } from '../holdings.ts'
import type { Rule } from '../rule.ts'

/** A machine without an address of a family reaches no server of that family. */
export const dnsFamily: Rule = {
  code: 'dns-family',
  severity: 'warning',
  summary: 'at least one name server is of a family that the machines have addresses of',
  check: ({ spec, machines }) => {
    const { addressing = 'static', dns = [] } = spec.network ?? {}
    const [first] = dns
    if (addressing !== 'static' || first === undefined) return []
    const own = new Set<Family>(
      machines.flatMap(({ nics }) =>
        nics.flatMap(({ addresses }) => addresses.map(({ address }) => parseIp(address).family)),
      ),
    )
    if (own.size === 0 || dns.some((server) => own.has(parseIp(server).family))) return []
    const wanted = [...own].map((family) => familyNames[family])
    return [
      {
        path: ['network', 'dns'],
        message: `the name servers are ${familyNames[parseIp(first).family]} only, and the machines have ${list(wanted)} addresses only`,
        hint: `add a name server with an ${list(wanted, 'or')} address`,
      },
    ]
  },
}
