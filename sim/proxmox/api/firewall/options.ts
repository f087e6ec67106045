import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { findMethod } from '../../../../src/proxmox/method.ts'
import type { Section } from '../../../world/section.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { digestOfFields, requireDigest } from '../../config/digest.ts'
import { sectionOf } from '../../config/section-config.ts'
import { badParameters } from '../../failure.ts'
import { mount } from '../mount.ts'
import { changeFirewall, firewallOf, type Scope, scopes } from './scope.ts'

/** How long an activation on trial lasts before it counts as off. */
const TRIAL_SECONDS = 60

function read(call: Call, scope: Scope) {
  scope.admit?.(call, ['SDN.Audit', 'SDN.Allocate'])
  const options = current(call, scope)
  return { ...options, digest: digestOfFields([options]) }
}

/** The options in force: the cluster's activation on trial ends by itself. */
function current(call: Call, scope: Scope): Section {
  const { options } = firewallOf(call, scope)
  const since = Number(options.enable ?? 0)
  const isOver = since > 1 && call.sim.clock.now() / 1000 - since > TRIAL_SECONDS
  return isOver ? { ...options, enable: 0 } : options
}

const NO_OPTIONS = ['node', 'vmid', 'vnet', 'delete', 'digest']

function update(call: Call<{ delete?: string; digest?: string }>, scope: Scope) {
  const { sim, params } = call
  scope.admit?.(call, ['SDN.Allocate'])
  requireDigest(digestOfFields([current(call, scope)]), params.digest)
  const known = optionNames(call, scope)
  const unknown = splitList(params.delete ?? '').find((name) => !known.includes(name))
  if (unknown !== undefined) throw badParameters({ delete: `no such option '${unknown}'` })
  return changeFirewall(call, scope, (draft) => {
    for (const name of splitList(params.delete ?? '')) delete draft.options[name]
    const given = Object.entries(sectionOf(params)).filter(([name]) => known.includes(name))
    Object.assign(draft.options, Object.fromEntries(given))
    if (Number(draft.options.enable ?? 0) > 1) {
      draft.options.enable = scope.environment === 'cluster' ? Math.floor(sim.clock.now() / 1000) : 1
    }
  })
}

/** The options that the schema lists; a container has those of a virtual machine. */
function optionNames({ sim }: Call, { base }: Scope): readonly string[] {
  const method = findMethod(sim.release.tables, 'PUT', `${base.replace('/lxc/', '/qemu/')}/options`)
  return [...(method?.parameters.keys() ?? [])].filter((name) => !NO_OPTIONS.includes(name))
}

/** Options of every firewall. */
export const firewallOptionHandlers: RestHandlers = mount(scopes, (scope) => ({
  [`GET ${scope.base}/options`]: (call) => read(call, scope),
  [`PUT ${scope.base}/options`]: (call: Call<{ delete?: string; digest?: string }>) => update(call, scope),
}))
