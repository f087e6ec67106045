import { type Section, sectionAt } from '../../../world/section.ts'
import type { Firewall } from '../../../world/stores.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { digestOfFields, requireDigest } from '../../config/digest.ts'
import { badParameters, died } from '../../failure.ts'
import { mount } from '../mount.ts'
import { withoutHostBits } from './clean-cidr.ts'
import { findAlias } from './rule-addresses.ts'
import { changeFirewall, clusterFirewall, firewallOf, namingScopes, type Scope } from './scope.ts'

type Given = { name: string; cidr: string; comment?: string; nomatch?: boolean; digest?: string }

const ALIAS = /^(dc\/|guest\/)?([A-Za-z][\w-]+)$/
const ZERO_PREFIX = 'a zero prefix is not allowed in ipset entries'

function entriesIn({ ipsets }: Firewall, name: string): Section[] {
  const set = sectionAt(ipsets, name)
  if (set === undefined) throw died(`no such IPSet '${name}'`)
  return set.entries
}

/** Entries as the API shows them: an alias that is gone is told beside its entry. */
function shown(call: Call, scope: Scope, name: string) {
  const own = firewallOf(call, scope)
  const names = { own, cluster: clusterFirewall(call.sim.world) }
  const rows = entriesIn(own, name).map((entry) => {
    const [, at, alias] = ALIAS.exec(String(entry.cidr)) ?? []
    const gone = alias !== undefined && findAlias(names, at, alias) === undefined
    return gone ? { ...entry, errors: { cidr: `no such alias '${alias}'` } } : entry
  })
  const digest = digestOfFields(rows)
  return rows.map((row) => ({ ...row, digest }))
}

function requireCurrent(call: Call, scope: Scope, { name, digest }: Given): void {
  requireDigest(digestOfFields(entriesIn(firewallOf(call, scope), name)), digest)
}

function entryOf({ cidr, comment, nomatch }: Given): Section {
  const text = comment?.trim() ?? ''
  return { cidr, ...(nomatch ? { nomatch: 1 } : {}), ...(text === '' ? {} : { comment: text }) }
}

function create(call: Call<Given>, scope: Scope) {
  const { params } = call
  return changeFirewall(call, scope, (draft) => {
    const entries = entriesIn(draft, params.name)
    const [, at, alias] = ALIAS.exec(params.cidr) ?? []
    const names = { own: draft, cluster: clusterFirewall(call.sim.world) }
    if (alias !== undefined && findAlias(names, at, alias) === undefined) throw died(`no such alias '${alias}'`)
    const cidr = alias === undefined ? withoutHostBits(params.cidr) : params.cidr
    if (entries.some((entry) => entry.cidr === cidr)) throw badParameters({ cidr: `address '${cidr}' already exists` })
    if (/\/0+$/.test(cidr)) throw badParameters({ cidr: ZERO_PREFIX })
    entries.push(entryOf({ ...params, cidr }))
    entries.sort((a, b) => (String(a.cidr) < String(b.cidr) ? -1 : 1))
  })
}

const NO_SUCH = { cidr: 'no such IP/Network' }

function read(call: Call<Given>, scope: Scope) {
  const { name, cidr } = call.params
  const entry = shown(call, scope, name).find((each) => 'cidr' in each && each.cidr === cidr)
  if (entry === undefined) throw badParameters(NO_SUCH)
  return entry
}

function update(call: Call<Given>, scope: Scope) {
  const { params } = call
  requireCurrent(call, scope, params)
  return changeFirewall(call, scope, (draft) => {
    const entries = entriesIn(draft, params.name)
    const at = entries.findIndex((entry) => entry.cidr === params.cidr)
    if (at < 0) throw badParameters(NO_SUCH)
    entries[at] = entryOf(params)
  })
}

function remove(call: Call<Given>, scope: Scope) {
  const { params } = call
  requireCurrent(call, scope, params)
  return changeFirewall(call, scope, (draft) => {
    const entries = entriesIn(draft, params.name)
    const at = entries.findIndex((entry) => entry.cidr === params.cidr)
    if (at >= 0) entries.splice(at, 1)
  })
}

/** Addresses in sets. */
export const firewallIpsetEntryHandlers: RestHandlers = mount(namingScopes, (scope) => {
  const base = `${scope.base}/ipset/{name}`
  return {
    [`GET ${base}`]: (call: Call<{ name: string }>) => shown(call, scope, call.params.name),
    [`POST ${base}`]: (call: Call<Given>) => create(call, scope),
    [`GET ${base}/{cidr}`]: (call: Call<Given>) => read(call, scope),
    [`PUT ${base}/{cidr}`]: (call: Call<Given>) => update(call, scope),
    [`DELETE ${base}/{cidr}`]: (call: Call<Given>) => remove(call, scope),
  }
})
