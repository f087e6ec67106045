import { sectionAt } from '../../../world/section.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { mount } from '../mount.ts'
import { listNamed, type Naming, nameOne, type Wording } from './named-lists.ts'
import { changeFirewall, firewallOf, namingScopes, type Scope } from './scope.ts'

const wording: Wording = { key: 'name', noun: 'IPSet' }

type Given = { name: string; rename?: string; comment?: string; digest?: string }

function create(call: Call<Given>, scope: Scope) {
  const given: Naming = call.params
  return changeFirewall(call, scope, ({ ipsets }) => nameOne(ipsets, given, wording, () => ({ entries: [] })))
}

function remove(call: Call<{ name: string; force?: boolean }>, scope: Scope) {
  const { name, force } = call.params
  return changeFirewall(call, scope, ({ ipsets }) => {
    const set = sectionAt(ipsets, name)
    if (set === undefined) throw died(`no such IPSet '${name}'`)
    if (set.entries.length > 0 && !force) throw died(`IPSet '${name}' is not empty`)
    delete ipsets[name]
  })
}

/** Sets of addresses, as wholes. */
export const firewallIpsetHandlers: RestHandlers = mount(namingScopes, (scope) => {
  const base = `${scope.base}/ipset`
  return {
    [`GET ${base}`]: (call) => listNamed(firewallOf(call, scope).ipsets, wording),
    [`POST ${base}`]: (call: Call<Given>) => create(call, scope),
    [`DELETE ${base}/{name}`]: (call: Call<{ name: string; force?: boolean }>) => remove(call, scope),
  }
})
