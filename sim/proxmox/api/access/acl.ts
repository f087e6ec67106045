import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Access, AclEntry, AclType } from '../../../world/access.ts'
import { isAclPath, normalisePath } from '../../auth/acl-path.ts'
import { mayModify } from '../../auth/check-permission.ts'
import { type Given, has, privilegesAt } from '../../auth/rights.ts'
import { privilegesOfRole } from '../../auth/roles.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters, died } from '../../failure.ts'
import { changeAccess } from './change.ts'

function list({ sim, caller }: Call<object>) {
  const { world } = sim
  const isAuditor = has(world, caller.id, '/access', ['Sys.Audit'])
  return world.access.acl
    .filter((entry) => isAuditor || mayModify(world, caller.id, entry.path, true))
    .map((entry) => ({ ...entry, propagate: entry.propagate ? 1 : 0 }))
}

type AclCall = Call<{
  path: string
  roles: string
  users?: string
  groups?: string
  tokens?: string
  propagate?: boolean
  delete?: boolean
}>

function update(call: AclCall) {
  const { sim, caller, params } = call
  const { users = '', groups = '', tokens = '', propagate = true } = params
  if (!(users || groups || tokens)) {
    const text = "either 'users', 'groups' or 'tokens' is required."
    throw badParameters({ users: text, groups: text, tokens: text })
  }
  const path = normalisePath(params.path)
  if (path === undefined || (!params.delete && !isAclPath(path))) {
    throw badParameters({ path: `invalid ACL path '${params.path}'` })
  }
  const own = privilegesAt(sim.world, caller.id, path)
  changeAccess(sim, 'ACL update failed', (draft) => {
    for (const roleid of splitList(params.roles)) {
      requireDelegation(call, own, roleid)
      for (const [type, ugid] of receivers(draft, groups, users, tokens)) {
        const entry: AclEntry = { path, type, ugid, roleid, propagate }
        draft.acl = draft.acl.filter((each) => !isSame(each, entry))
        if (!params.delete) draft.acl.push(entry)
      }
    }
  })
  return null
}

function isSame(a: AclEntry, b: AclEntry): boolean {
  return a.path === b.path && a.type === b.type && a.ugid === b.ugid && a.roleid === b.roleid
}

/** Those who get the role, each checked to exist just before its turn. */
function* receivers(
  access: Access,
  groups: string,
  users: string,
  tokens: string,
): Generator<readonly [AclType, string]> {
  for (const group of splitList(groups)) {
    if (!access.groups.some((each) => each.groupid === group)) throw died(`group '${group}' does not exist`)
    yield ['group', group]
  }
  for (const userid of splitList(users)) {
    if (!access.users.some((each) => each.userid === userid)) throw died(`user '${userid}' does not exist`)
    yield ['user', userid]
  }
  for (const id of splitList(tokens)) {
    const [userid = '', tokenid] = id.split('!')
    const user = access.users.find((each) => each.userid === userid)
    if (user === undefined) throw died(`no such user ('${userid}')`)
    if (!user.tokens.some((each) => each.tokenid === tokenid)) {
      throw died(`no such token '${tokenid}' for user '${userid}'`)
    }
    yield ['token', id]
  }
}

/** Whoever may not change rights in general can only pass on what they have themselves. */
function requireDelegation({ sim, params }: AclCall, own: Given, roleid: string): void {
  const privs = privilegesOfRole(sim.world, roleid)
  if (privs === undefined) throw died(`role '${roleid}' does not exist`)
  if (own.has('Permissions.Modify')) return
  const deed = `Cannot ${params.delete ? 'remove' : 'add'} role '${roleid}'`
  const refusal = (text: string) => badParameters({ role: `${deed}${text}` })
  if (privs.some((priv) => !own.has(priv))) {
    throw refusal(" - requires 'Permissions.Modify' or superset of privileges.")
  }
  const passesOn = (params.propagate ?? true) && !params.delete
  if (passesOn && privs.some((priv) => own.get(priv) === false)) {
    throw refusal(" with propagation - requires 'Permissions.Modify' or propagated superset of privileges.")
  }
  if (roleid === 'NoAccess') throw refusal(" - requires 'Permissions.Modify'")
}

/** The access control list. */
export const aclHandlers: Handlers = {
  'GET /access/acl': list,
  'PUT /access/acl': update,
}
