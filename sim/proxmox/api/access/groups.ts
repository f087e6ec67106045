import type { Access, Group } from '../../../world/access.ts'
import { hasAny } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { changeAccess } from './change.ts'

type GroupCall = Call<{ groupid: string; comment?: string }>

function groupIn(access: Access, groupid: string): Group {
  const group = access.groups.find((each) => each.groupid === groupid)
  if (group === undefined) throw died(`group '${groupid}' does not exist`)
  return group
}

const comment = (group: Group) => (group.comment === undefined ? {} : { comment: group.comment })

function list({ sim, caller }: Call<object>) {
  const privs = ['User.Modify', 'Sys.Audit', 'Group.Allocate']
  return sim.world.access.groups
    .filter((group) => hasAny(sim.world, caller.id, `/access/groups/${group.groupid}`, privs))
    .map((group) => ({ groupid: group.groupid, ...comment(group), users: [...group.users].sort().join(',') }))
}

function create({ sim, params }: GroupCall) {
  changeAccess(sim, 'create group failed', (draft) => {
    const { groupid } = params
    if (draft.groups.some((each) => each.groupid === groupid)) throw died(`group '${groupid}' already exists`)
    draft.groups.push({ groupid, users: [], ...(params.comment ? { comment: params.comment } : {}) })
  })
  return null
}

function read({ sim, params }: GroupCall) {
  const group = groupIn(sim.world.access, params.groupid)
  return { members: group.users, ...comment(group) }
}

function update({ sim, params }: GroupCall) {
  changeAccess(sim, 'update group failed', (draft) => {
    const group = groupIn(draft, params.groupid)
    if (params.comment !== undefined) group.comment = params.comment
  })
  return null
}

function remove({ sim, params }: GroupCall) {
  changeAccess(sim, 'delete group failed', (draft) => {
    groupIn(draft, params.groupid)
    draft.groups = draft.groups.filter((each) => each.groupid !== params.groupid)
    draft.acl = draft.acl.filter((entry) => entry.type !== 'group' || entry.ugid !== params.groupid)
  })
  return null
}

/** Groups of users. */
export const groupHandlers: Handlers = {
  'GET /access/groups': list,
  'POST /access/groups': create,
  'GET /access/groups/{groupid}': read,
  'PUT /access/groups/{groupid}': update,
  'DELETE /access/groups/{groupid}': remove,
}
