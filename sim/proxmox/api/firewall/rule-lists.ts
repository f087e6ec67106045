import { sectionAt } from '../../../world/section.ts'
import type { Firewall, FirewallRule } from '../../../world/stores.ts'
import type { LooseParameters } from '../../call.ts'
import { died } from '../../failure.ts'
import { type RuleEnvironment, type Scope, scopes } from './scope.ts'

/** A list of rules of the API. */
export interface RuleList {
  readonly base: string
  readonly scope: Scope
  readonly environment: RuleEnvironment
  readonly rulesOf: (firewall: Firewall, params: LooseParameters) => FirewallRule[]
}

const [clusterScope] = scopes

/** The lists of all firewalls, and those of the cluster's groups. */
export const ruleLists: readonly RuleList[] = [
  ...scopes.map((scope) => ({
    base: `${scope.base}/rules`,
    scope,
    environment: scope.environment,
    rulesOf: (firewall: Firewall) => firewall.rules,
  })),
  ...(clusterScope === undefined ? [] : [groupList(clusterScope)]),
]

function groupList(scope: Scope): RuleList {
  return { base: `${scope.base}/groups/{group}`, scope, environment: 'group', rulesOf: rulesOfGroup }
}

function rulesOfGroup({ groups }: Firewall, { group }: LooseParameters): FirewallRule[] {
  const found = sectionAt(groups, String(group))
  if (found === undefined) throw died(`no such security group '${group}'`)
  return found.rules
}
