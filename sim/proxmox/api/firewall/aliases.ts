import { type Section, type Sections, sectionAt } from '../../../world/section.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { digestOfFields, requireDigest } from '../../config/digest.ts'
import { badParameters } from '../../failure.ts'
import { mount } from '../mount.ts'
import { familyOf } from './rule-addresses.ts'
import { changeFirewall, firewallOf, namingScopes, type Scope } from './scope.ts'

type Named = { name: string }
type Given = { name: string; cidr: string; comment?: string; rename?: string; digest?: string }

/** Aliases in the order of the file, which does not mind capitals. */
const ordered = (aliases: Sections): readonly Section[] =>
  Object.entries(aliases)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, alias]) => alias)

function list(call: Call, scope: Scope) {
  const aliases = ordered(firewallOf(call, scope).aliases)
  const digest = digestOfFields(aliases)
  return aliases.map((alias) => ({ ...alias, digest }))
}

const currentDigest = (call: Call, scope: Scope): string => digestOfFields(ordered(firewallOf(call, scope).aliases))

function aliasOf({ name, cidr, comment }: Given): Section {
  const text = comment?.trim() ?? ''
  const ipversion = familyOf(cidr)
  const plain = cidr.replace(ipversion === 4 ? /\/32$/ : /\/128$/, '')
  return { name, cidr: plain, ipversion, ...(text === '' ? {} : { comment: text }) }
}

function create(call: Call<Given>, scope: Scope) {
  const { params } = call
  return changeFirewall(call, scope, ({ aliases }) => {
    const key = params.name.toLowerCase()
    if (Object.hasOwn(aliases, key)) throw badParameters({ name: `alias '${params.name}' already exists` })
    aliases[key] = aliasOf(params)
  })
}

const NO_SUCH = { name: 'no such alias' }

function read(call: Call<Named>, scope: Scope) {
  const alias = sectionAt(firewallOf(call, scope).aliases, call.params.name.toLowerCase())
  if (alias === undefined) throw badParameters(NO_SUCH)
  return alias
}

function update(call: Call<Given>, scope: Scope) {
  const { name, rename, digest } = call.params
  requireDigest(currentDigest(call, scope), digest)
  return changeFirewall(call, scope, ({ aliases }) => {
    const key = name.toLowerCase()
    if (!Object.hasOwn(aliases, key)) throw badParameters(NO_SUCH)
    const target = rename?.toLowerCase() ?? key
    if (target !== key && Object.hasOwn(aliases, target)) {
      throw badParameters({ name: `alias '${rename}' already exists` })
    }
    delete aliases[key]
    aliases[target] = aliasOf({ ...call.params, name: target === key ? name : (rename ?? name) })
  })
}

function remove(call: Call<{ name: string; digest?: string }>, scope: Scope) {
  requireDigest(currentDigest(call, scope), call.params.digest)
  return changeFirewall(call, scope, ({ aliases }) => {
    delete aliases[call.params.name.toLowerCase()]
  })
}

/** Names for single addresses and networks. */
export const firewallAliasHandlers: RestHandlers = mount(namingScopes, (scope) => {
  const base = `${scope.base}/aliases`
  return {
    [`GET ${base}`]: (call) => list(call, scope),
    [`POST ${base}`]: (call: Call<Given>) => create(call, scope),
    [`GET ${base}/{name}`]: (call: Call<Named>) => read(call, scope),
    [`PUT ${base}/{name}`]: (call: Call<Given>) => update(call, scope),
    [`DELETE ${base}/{name}`]: (call: Call<Named>) => remove(call, scope),
  }
})
