import type { Handlers, RestHandlers } from '../../call.ts'
import { firewallAliasHandlers } from './aliases.ts'
import { firewallGroupHandlers } from './groups.ts'
import { firewallIpsetEntryHandlers } from './ipset-entries.ts'
import { firewallIpsetHandlers } from './ipsets.ts'
import { firewallLogHandlers } from './log.ts'
import { firewallOptionHandlers } from './options.ts'
import { firewallReferenceHandlers } from './references.ts'
import { firewallRuleHandlers } from './rules.ts'

/** Firewalls of the cluster, nodes, guests and virtual networks. */
export const firewallHandlers: Handlers & RestHandlers = {
  ...firewallAliasHandlers,
  ...firewallGroupHandlers,
  ...firewallIpsetEntryHandlers,
  ...firewallIpsetHandlers,
  ...firewallLogHandlers,
  ...firewallOptionHandlers,
  ...firewallReferenceHandlers,
  ...firewallRuleHandlers,
}
