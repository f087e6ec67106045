import { parseNetwork } from '../../net/ip.ts'
import type { Path } from '../../spec/problem.ts'
import { familyNames, writtenNics } from '../holdings.ts'
import { itemPath } from '../item-path.ts'
import type { Finding, Rule } from '../rule.ts'

/** One NIC has one network of each family. */
export const cidrFamilies: Rule = {
  code: 'cidr-families',
  severity: 'error',
  summary: 'a NIC has at most one IPv4 and one IPv6 network',
  check: ({ spec, machines }) => [
    ...faults(spec.network?.cidr ?? [], ['network', 'cidr']),
    ...writtenNics(machines).flatMap(({ said, path }) => faults(said.cidr ?? [], [...path, 'cidr'])),
  ],
}

function faults(cidrs: readonly string[], path: Path): Finding[] {
  const families = cidrs.map((cidr) => parseNetwork(cidr).family)
  return families.flatMap((family, index): Finding[] =>
    families.indexOf(family) === index
      ? []
      : [
          {
            path: itemPath(path, cidrs, index),
            message: `${cidrs[index]} is a second ${familyNames[family]} network, after ${cidrs[families.indexOf(family)]}`,
            hint: 'keep one network for each family, and put the other one on a NIC of its own under network.nics',
          },
        ],
  )
}
