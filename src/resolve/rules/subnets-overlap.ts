import { type Network, overlap, parseNetwork } from '../../net/ip.ts'
import { formatPath, type Path } from '../../spec/problem.ts'
import { subnetsOf } from '../cluster.ts'
import { writtenNics } from '../holdings.ts'
import { itemPath } from '../item-path.ts'
import type { Finding, Rule, RuleContext } from '../rule.ts'

interface Subnet {
  readonly network: Network
  readonly path: Path
  readonly written: boolean
}

const kinds = { podSubnets: 'pods', serviceSubnets: 'services' } as const
type Kind = keyof typeof kinds

/** Networks to propose instead, the most usual first. */
const proposals: Readonly<Record<Kind, readonly string[]>> = {
  podSubnets: ['10.244.0.0/16', '172.20.0.0/16', '10.128.0.0/16', 'fc00:db8:10::/56', 'fd00:10:244::/56'],
  serviceSubnets: ['10.96.0.0/12', '172.30.0.0/16', '10.192.0.0/16', 'fc00:db8:20::/112', 'fd00:10:96::/112'],
}

/** An address that is both a machine's and a pod's is reached as only one of them. */
export const subnetsOverlap: Rule = {
  code: 'subnets-overlap',
  severity: 'error',
  summary: 'the networks of machines, pods and services do not overlap',
  check: (context) => {
    const pods = kubernetesSubnets(context, 'podSubnets')
    const services = kubernetesSubnets(context, 'serviceSubnets')
    const machines = machineSubnets(context)
    const all = [...machines, ...pods, ...services].map(({ network }) => network)
    return [
      ...between('podSubnets', pods, machines, 'the machines', all),
      ...between('serviceSubnets', services, machines, 'the machines', all),
      ...between('serviceSubnets', services, pods, 'the pods', all),
    ]
  },
}

function kubernetesSubnets({ spec }: RuleContext, kind: Kind): Subnet[] {
  const written = spec.kubernetes?.[kind] !== undefined
  return subnetsOf(spec)[kind].map((text, index) => ({
    network: parseNetwork(text),
    path: ['kubernetes', kind, ...(written ? [index] : [])],
    written,
  }))
}

function machineSubnets({ spec, machines }: RuleContext): Subnet[] {
  const read = (cidrs: readonly string[], path: Path) =>
    cidrs.map((text, index) => ({
      network: parseNetwork(text),
      path: itemPath(path, cidrs, index),
      written: true,
    }))
  return [
    ...read(spec.network?.cidr ?? [], ['network', 'cidr']),
    ...writtenNics(machines).flatMap(({ said, path }) => read(said.cidr ?? [], [...path, 'cidr'])),
  ]
}

function between(
  kind: Kind,
  subnets: readonly Subnet[],
  others: readonly Subnet[],
  whose: string,
  all: readonly Network[],
): Finding[] {
  return subnets.flatMap((subnet) =>
    others
      .filter((other) => overlap(subnet.network, other.network))
      .map((other): Finding => {
        const { text, family } = subnet.network
        const free = proposals[kind].find((proposal) => {
          const network = parseNetwork(proposal)
          return network.family === family && !all.some((taken) => overlap(taken, network))
        })
        return {
          path: subnet.written ? subnet.path : other.path,
          message: `${text} of the ${kinds[kind]} overlaps ${other.network.text} of ${whose} (${formatPath(other.path)})`,
          hint: `choose another network for the ${kinds[kind]}${free === undefined ? '' : `, such as kubernetes.${kind}: [${free}]`}`,
        }
      }),
  )
}
