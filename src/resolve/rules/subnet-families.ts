import { type Family, parseNetwork } from '../../net/ip.ts'
import { list } from '../../placement/words.ts'
import { subnetsOf } from '../cluster.ts'
import { familyNames } from '../holdings.ts'
import type { Finding, Rule, RuleContext } from '../rule.ts'

const owners = { podSubnets: 'pods', serviceSubnets: 'services' } as const
type Kind = keyof typeof owners
type Families = Readonly<Record<Kind, readonly Family[]>>

/** A service of a family that pods do not have leads nowhere; the other way round it is merely an odd choice. */
export const subnetFamilies: Rule = {
  code: 'subnet-families',
  severity: 'error',
  summary: 'pods and services have the same families as each other and as the machines, each once',
  check: (context) => {
    const subnets = subnetsOf(context.spec)
    const read = (kind: Kind) => subnets[kind].map((text) => parseNetwork(text).family)
    const families: Families = { podSubnets: read('podSubnets'), serviceSubnets: read('serviceSubnets') }
    const twice = [...repeated('podSubnets', families, subnets), ...repeated('serviceSubnets', families, subnets)]
    if (twice.length > 0) return twice
    const unequal = differing(context, families)
    return unequal.length > 0 ? unequal : unlikeMachines(context, families)
  },
}

function repeated(kind: Kind, families: Families, subnets: Readonly<Record<Kind, readonly string[]>>): Finding[] {
  const [first, second] = families[kind]
  if (first === undefined || first !== second) return []
  return [
    {
      path: ['kubernetes', kind, 1],
      message: `${subnets[kind][1]} is a second ${familyNames[first]} network for ${owners[kind]}`,
      hint: 'keep one network for each family',
    },
  ]
}

function differing({ spec }: RuleContext, { podSubnets, serviceSubnets }: Families): Finding[] {
  if (same(podSubnets, serviceSubnets)) return []
  const kind = spec.kubernetes?.serviceSubnets === undefined ? 'podSubnets' : 'serviceSubnets'
  const other = kind === 'podSubnets' ? 'serviceSubnets' : 'podSubnets'
  return [
    {
      path: ['kubernetes', kind],
      severity: serviceSubnets.every((family) => podSubnets.includes(family)) ? 'warning' : 'error',
      message: `pods have ${print(podSubnets)}, services have ${print(serviceSubnets)}`,
      hint: `give both the same families${spec.kubernetes?.[other] === undefined ? `: write kubernetes.${other} too` : ''}`,
    },
  ]
}

function unlikeMachines({ spec, networks }: RuleContext, { podSubnets }: Families): Finding[] {
  const machines = networks.map(({ family }) => family)
  if (spec.network?.addressing === 'dhcp' || machines.length === 0 || same(machines, podSubnets)) return []
  return [
    {
      path: ['kubernetes', 'podSubnets'],
      severity: 'warning',
      message: `pods have ${print(podSubnets)}, machines have ${print(machines)}`,
      hint: 'a pod speaks the families its machine speaks: give network.cidr and the subnets the same ones',
    },
  ]
}

function same(one: readonly Family[], other: readonly Family[]): boolean {
  return print(one) === print(other)
}

function print(families: readonly Family[]): string {
  return list([...new Set(families)].sort().map((family) => familyNames[family]))
}
