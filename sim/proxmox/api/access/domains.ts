import { createHash } from 'node:crypto'
import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Access, Realm } from '../../../world/access.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { died } from '../../failure.ts'
import { changeAccess } from './change.ts'

function list({ sim }: Call<object>) {
  return sim.world.access.realms.map((realm) => ({
    realm: realm.realm,
    type: realm.type,
    ...(realm.comment ? { comment: realm.comment } : {}),
    ...(realm.default ? { default: 1 } : {}),
  }))
}

function realmIn(access: Access, name: string): Realm {
  const realm = access.realms.find((each) => each.realm === name)
  if (realm === undefined) throw died(`domain '${name}' does not exist`)
  return realm
}

function read({ sim, params }: Call<{ realm: string }>) {
  const { realm: _, options, default: isDefault, ...rest } = realmIn(sim.world.access, params.realm)
  const digest = createHash('sha1').update(JSON.stringify(sim.world.access.realms)).digest('hex')
  return { ...rest, ...options, ...(isDefault ? { default: 1 } : {}), digest }
}

const NOT_STORED = ['realm', 'type', 'comment', 'default', 'password', 'check-connection', 'delete', 'digest']

function apply(access: Access, realm: Realm, params: LooseParameters): void {
  if (typeof params.comment === 'string') realm.comment = params.comment
  if (params.default === true) for (const other of access.realms) delete other.default
  if (typeof params.default === 'boolean') realm.default = params.default
  for (const [key, value] of Object.entries(params)) {
    if (NOT_STORED.includes(key) || typeof value === 'object' || value === undefined) continue
    realm.options[key] = typeof value === 'boolean' ? Number(value) : value
  }
}

function create({ sim, params }: Call<{ realm: string; type: string }>) {
  changeAccess(sim, 'add auth server failed', (draft) => {
    const { realm, type } = params
    if (draft.realms.some((each) => each.realm === realm)) throw died(`domain '${realm}' already exists`)
    if (type === 'pam' || type === 'pve') throw died(`unable to create builtin type '${type}'`)
    const made: Realm = { realm, type, options: {} }
    draft.realms.push(made)
    apply(draft, made, { ...params })
  })
  return null
}

function update({ sim, params }: Call<{ realm: string; delete?: string }>) {
  changeAccess(sim, 'update auth server failed', (draft) => {
    const realm = realmIn(draft, params.realm)
    if (Object.keys(params).every((key) => key === 'realm')) throw died('no options specified')
    for (const key of splitList(params.delete ?? '')) {
      if (key === 'comment') delete realm.comment
      else if (key === 'default') delete realm.default
      else delete realm.options[key]
    }
    apply(draft, realm, { ...params })
  })
  return null
}

function remove({ sim, params }: Call<{ realm: string }>) {
  changeAccess(sim, 'delete auth server failed', (draft) => {
    const exists = draft.realms.some((each) => each.realm === params.realm)
    if (!exists) throw died(`authentication domain '${params.realm}' does not exist`)
    draft.realms = draft.realms.filter((each) => each.realm !== params.realm)
  })
  return null
}

/** Realms that users come from. */
export const domainHandlers: Handlers = {
  'GET /access/domains': list,
  'POST /access/domains': create,
  'GET /access/domains/{realm}': read,
  'PUT /access/domains/{realm}': update,
  'DELETE /access/domains/{realm}': remove,
}
