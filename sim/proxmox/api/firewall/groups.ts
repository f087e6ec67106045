import { sectionAt } from '../../../world/section.ts'
import type { FirewallRule } from '../../../world/stores.ts'
import type { World } from '../../../world/world.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { listNamed, nameOne, type Wording } from './named-lists.ts'
import { changeFirewall, clusterFirewall, type Scope } from './scope.ts'

const wording: Wording = { key: 'group', noun: 'Security group' }
const scope: Scope = { base: '/cluster/firewall', environment: 'cluster', keyOf: () => 'cluster' }

function create(call: Call<{ group: string; rename?: string; comment?: string; digest?: string }>) {
  const { group: name, rename } = call.params
  changeFirewall(call, scope, ({ groups }) => nameOne(groups, { ...call.params, name }, wording, () => ({ rules: [] })))
  if (rename !== undefined) renameReferences(call.sim.world, rename, name)
  return null
}

/** Rules that apply a group follow its new name. */
function renameReferences(world: World, before: string, after: string): void {
  const refers = ({ type, action }: FirewallRule) => type === 'group' && action === before
  for (const { rules } of Object.values(world.firewalls)) {
    for (const rule of rules) if (refers(rule)) rule.action = after
  }
}

function remove(call: Call<{ group: string }>) {
  const { group } = call.params
  return changeFirewall(call, scope, ({ groups }) => {
    const existing = sectionAt(groups, group)
    if (existing === undefined) throw died(`no such security group '${group}'`)
    if (existing.rules.length > 0) throw died(`Security group '${group}' is not empty`)
    delete groups[group]
  })
}

/** Groups of rules that other lists can apply. */
export const firewallGroupHandlers: Handlers = {
  'GET /cluster/firewall/groups': ({ sim }) => listNamed(clusterFirewall(sim.world).groups, wording),
  'POST /cluster/firewall/groups': create,
  'DELETE /cluster/firewall/groups/{group}': remove,
}
