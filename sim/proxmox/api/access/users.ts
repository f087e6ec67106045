import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Access, User } from '../../../world/access.ts'
import { hasAny } from '../../auth/rights.ts'
import { existingUser, splitUserId } from '../../auth/user-id.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { changeAccess } from './change.ts'
import { setPassword } from './password.ts'
import { tokenInfo } from './tokens.ts'

const TEXTS = ['firstname', 'lastname', 'email', 'comment', 'keys'] as const

interface UserFields {
  userid: string
  enable?: boolean
  expire?: number
  firstname?: string
  lastname?: string
  email?: string
  comment?: string
  keys?: string
  groups?: string
}

function shown(user: User) {
  const texts = TEXTS.flatMap((key) => (user[key] === undefined ? [] : [[key, user[key]] as const]))
  return { enable: user.enable ? 1 : 0, expire: user.expire, ...Object.fromEntries(texts) }
}

function groupsOf(access: Access, userid: string): readonly string[] {
  return access.groups.flatMap((group) => (group.users.includes(userid) ? [group.groupid] : [])).sort()
}

function list({ sim, caller, params }: Call<{ enabled?: boolean; full?: boolean }>) {
  const { world } = sim
  const { access } = world
  const privs = ['User.Modify', 'Sys.Audit']
  const all = hasAny(world, caller.id, '/access/groups', privs)
  const groups = access.groups.filter((group) => hasAny(world, caller.id, `/access/groups/${group.groupid}`, privs))
  const visible = (user: User) =>
    all || user.userid === caller.id || groups.some((group) => group.users.includes(user.userid))
  return access.users
    .filter((user) => visible(user) && (params.enabled === undefined || user.enable === params.enabled))
    .sort((a, b) => (a.userid < b.userid ? -1 : 1))
    .map((user) => {
      const type = access.realms.find(({ realm }) => user.userid.endsWith(`@${realm}`))?.type
      return {
        ...shown(user),
        userid: user.userid,
        ...(type === undefined ? {} : { 'realm-type': type }),
        ...(params.full ? { groups: groupsOf(access, user.userid).join(','), tokens: tokenList(user) } : {}),
      }
    })
}

function tokenList(user: User) {
  if (user.tokens.length === 0) return null
  const sorted = [...user.tokens].sort((a, b) => (a.tokenid < b.tokenid ? -1 : 1))
  return sorted.map((token) => ({ tokenid: token.tokenid, ...tokenInfo(token) }))
}

function read({ sim, params }: Call<{ userid: string }>) {
  const user = existingUser(sim.world, params.userid)
  const tokens = Object.fromEntries(user.tokens.map((token) => [token.tokenid, tokenInfo(token)]))
  return {
    ...shown(user),
    groups: groupsOf(sim.world.access, user.userid),
    tokens: user.tokens.length === 0 ? null : tokens,
  }
}

function create({ sim, params }: Call<UserFields & { password?: string }>) {
  const { userid, password, groups = '' } = params
  changeAccess(sim, 'create user failed', (draft) => {
    splitUserId(userid)
    if (draft.users.some((user) => user.userid === userid)) throw died(`user '${userid}' already exists`)
    const user: User = { userid, enable: params.enable ?? true, expire: params.expire ?? 0, tokens: [] }
    if (password !== undefined) setPassword(draft, user, password)
    draft.users.push(user)
    join(draft, userid, groups)
    for (const key of TEXTS) if (params[key]) user[key] = params[key]
  })
  return null
}

function join(draft: Access, userid: string, groups: string): void {
  for (const name of splitList(groups)) {
    const group = draft.groups.find((each) => each.groupid === name)
    if (group === undefined) throw died(`no such group '${name}'`)
    if (!group.users.includes(userid)) group.users.push(userid)
  }
}

function leaveGroups(draft: Access, userid: string): void {
  for (const group of draft.groups) group.users = group.users.filter((each) => each !== userid)
}

function update({ sim, params }: Call<UserFields & { append?: boolean }>) {
  const { userid, groups } = params
  splitUserId(userid)
  changeAccess(sim, 'update user failed', (draft) => {
    const user = draft.users.find((each) => each.userid === userid)
    if (user === undefined) throw died(`no such user ('${userid}')`)
    if (params.enable !== undefined) user.enable = params.enable
    if (params.expire !== undefined) user.expire = params.expire
    if (!params.append && groups !== undefined) leaveGroups(draft, userid)
    join(draft, userid, groups ?? '')
    for (const key of TEXTS) if (params[key] !== undefined) user[key] = params[key]
  })
  return null
}

function remove({ sim, params }: Call<{ userid: string }>) {
  const { userid } = params
  splitUserId(userid)
  changeAccess(sim, 'delete user failed', (draft) => {
    draft.users = draft.users.filter((user) => user.userid !== userid)
    leaveGroups(draft, userid)
    draft.acl = draft.acl.filter(({ ugid }) => ugid !== userid && !ugid.startsWith(`${userid}!`))
    // The built-in account cannot go: it is there again when the file is next read.
    if (userid === 'root@pam') draft.users.push({ userid, enable: true, expire: 0, tokens: [] })
  })
  return null
}

/** Users. */
export const userHandlers: Handlers = {
  'GET /access/users': list,
  'POST /access/users': create,
  'GET /access/users/{userid}': read,
  'PUT /access/users/{userid}': update,
  'DELETE /access/users/{userid}': remove,
}
