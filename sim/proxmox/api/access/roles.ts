import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Access, Role } from '../../../world/access.ts'
import { builtInRolesOf, privilegesOfRole } from '../../auth/roles.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters, died } from '../../failure.ts'
import { changeAccess } from './change.ts'

type RoleCall = Call<{ roleid: string; privs?: string; append?: boolean }>

function list({ sim }: Call<object>) {
  const own = sim.world.access.roles.map(({ roleid, privs }) => shown(roleid, privs, 0))
  return [...[...builtInRolesOf(sim.world)].map(([roleid, privs]) => shown(roleid, privs, 1)), ...own]
}

const shown = (roleid: string, privs: readonly string[], special: 0 | 1) => ({
  roleid,
  privs: [...privs].sort().join(','),
  special,
})

function read({ sim, params }: RoleCall) {
  const privs = privilegesOfRole(sim.world, params.roleid)
  if (privs === undefined) throw died(`role '${params.roleid}' does not exist`)
  return Object.fromEntries(privs.map((priv) => [priv, 1]))
}

function create({ sim, params }: RoleCall) {
  const { roleid, privs = '' } = params
  if (/^PVE/i.test(roleid)) {
    throw badParameters({ roleid: "cannot use role ID starting with the (case-insensitive) 'PVE' namespace" })
  }
  changeAccess(sim, 'create role failed', (draft) => {
    const taken = builtInRolesOf(sim.world).has(roleid) || draft.roles.some((role) => role.roleid === roleid)
    if (taken) throw died(`role '${roleid}' already exists`)
    draft.roles.push({ roleid, privs: [...new Set(splitList(privs))] })
  })
  return null
}

function roleIn(access: Access, roleid: string): Role {
  const role = access.roles.find((each) => each.roleid === roleid)
  if (role === undefined) throw died(`role '${roleid}' does not exist`)
  return role
}

function requireOwn({ sim, params }: RoleCall, deed: string): void {
  const isBuiltIn = builtInRolesOf(sim.world).has(params.roleid)
  if (isBuiltIn) throw died(`auto-generated role '${params.roleid}' cannot be ${deed}`)
}

function update(call: RoleCall) {
  const { sim, params } = call
  requireOwn(call, 'modified')
  changeAccess(sim, 'update role failed', (draft) => {
    const role = roleIn(draft, params.roleid)
    role.privs = [...new Set([...(params.append ? role.privs : []), ...splitList(params.privs ?? '')])]
  })
  return null
}

function remove(call: RoleCall) {
  const { sim, params } = call
  requireOwn(call, 'deleted')
  changeAccess(sim, 'delete role failed', (draft) => {
    roleIn(draft, params.roleid)
    draft.roles = draft.roles.filter((role) => role.roleid !== params.roleid)
    // Entries that name a role nobody knows are dropped when the file is next read.
    draft.acl = draft.acl.filter((entry) => entry.roleid !== params.roleid)
  })
  return null
}

/** Sets of privileges. */
export const roleHandlers: Handlers = {
  'GET /access/roles': list,
  'POST /access/roles': create,
  'GET /access/roles/{roleid}': read,
  'PUT /access/roles/{roleid}': update,
  'DELETE /access/roles/{roleid}': remove,
}
