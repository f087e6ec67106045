import { formatIp, parseIp, parseNetwork } from '../../net/ip.ts'
import type { Path } from '../../spec/problem.ts'
import { writtenNics } from '../holdings.ts'
import { itemPath } from '../item-path.ts'
import type { Finding, Rule } from '../rule.ts'

/** An address within a network is often written where the network itself is meant. */
export const cidrHostBits: Rule = {
  code: 'cidr-host-bits',
  severity: 'warning',
  summary: 'a network is written with its first address',
  check: ({ spec: { network = {}, kubernetes = {} }, machines }) => [
    ...faults(network.cidr, ['network', 'cidr']),
    ...faults(kubernetes.podSubnets, ['kubernetes', 'podSubnets'], { list: true }),
    ...faults(kubernetes.serviceSubnets, ['kubernetes', 'serviceSubnets'], { list: true }),
    ...writtenNics(machines).flatMap(({ said, path }) => faults(said.cidr, [...path, 'cidr'])),
  ],
}

function faults(cidrs: readonly string[] = [], path: Path, { list } = { list: false }): Finding[] {
  return cidrs.flatMap((text, index): Finding[] => {
    const { family, first, prefix } = parseNetwork(text)
    if (parseIp(text.split('/')[0] ?? '').value === first) return []
    const meant = `${formatIp({ family, value: first })}/${prefix}`
    return [
      {
        path: list ? [...path, index] : itemPath(path, cidrs, index),
        message: `${text} is an address in a network; the network ${meant} is meant`,
        hint: `write ${meant}`,
      },
    ]
  })
}
