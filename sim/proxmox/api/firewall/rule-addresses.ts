import { type Section, sectionAt } from '../../../world/section.ts'
import type { Firewall } from '../../../world/stores.ts'
import type { RuleFault } from './apply-macro.ts'
import type { RuleContext, RuleFindings } from './verify-rule.ts'

type Family = 4 | 6

const MIXED = 'detected mixed ipv4/ipv6 addresses in rule'
const SET = /^\+(?:guest\/|dc\/|sdn\/)?([A-Za-z][\w-]+)$/
const ALIAS = /^(guest\/|dc\/)?([A-Za-z][\w-]+)$/

/** Checks the source and destination of a rule, and tells the one family that they belong to. */
export function addressFaults(rule: Section, context: RuleContext): RuleFindings {
  const faults: RuleFault[] = []
  let ipversion = familyOfProtocol(String(rule.proto ?? ''))
  for (const key of ['source', 'dest']) {
    const text = rule[key]
    if (text === undefined) continue
    const { family, fault } = resolve(String(text), context)
    if (fault !== undefined) faults.push([key, fault])
    if (family !== undefined && ipversion !== undefined && family !== ipversion) faults.push([key, MIXED])
    ipversion ??= family
  }
  return { faults, ...(ipversion === undefined ? {} : { ipversion }) }
}

function familyOfProtocol(proto: string): Family | undefined {
  if (proto === 'icmp') return 4
  return proto === 'icmpv6' || proto === 'ipv6-icmp' ? 6 : undefined
}

function resolve(text: string, context: RuleContext): { readonly family?: Family; readonly fault?: string } {
  if (text.startsWith('+')) {
    const name = SET.exec(text)?.[1]
    if (name === undefined) return { fault: `invalid ipset name '${text}'` }
    const known = [context.cluster, context.own].some(({ ipsets }) => Object.hasOwn(ipsets, name))
    return known ? {} : { fault: `no such ipset '${name}'` }
  }
  const [, scope, name] = ALIAS.exec(text) ?? []
  if (name === undefined) return { family: familyOf(text) }
  const alias = findAlias(context, scope, name)
  const known = [context.cluster, context.own].some(({ aliases }) => Object.hasOwn(aliases, name.toLowerCase()))
  if (!known) return { fault: `no such alias '${text}'` }
  return alias === undefined ? {} : { family: familyOf(String(alias.cidr)) }
}

/** The alias that a name means: the own one first, unless the name says whose it is. */
export function findAlias(
  { cluster, own }: { readonly cluster: Firewall; readonly own: Firewall },
  scope: string | undefined,
  name: string,
): Section | undefined {
  const key = name.toLowerCase()
  const local = scope === 'dc/' ? undefined : sectionAt(own.aliases, key)
  return local ?? (scope === 'guest/' ? undefined : sectionAt(cluster.aliases, key))
}

/** The family of an address, network, range or list of them. */
export const familyOf = (addresses: string): Family => (addresses.includes(':') ? 6 : 4)
