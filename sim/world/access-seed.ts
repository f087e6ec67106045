import type { AclEntry, AclType, User } from './access.ts'
import type { World } from './world.ts'

/** Users, tokens and rights that exist from the start; the names of the keys are those of the API. */
export interface AccessSeed {
  readonly users?: readonly UserSeed[] | undefined
  readonly groups?: readonly { readonly groupid: string; readonly comment?: string | undefined }[] | undefined
  readonly tokens?: readonly TokenSeed[] | undefined
  readonly roles?: readonly { readonly roleid: string; readonly privs: string }[] | undefined
  readonly acl?: readonly AclSeed[] | undefined
  readonly pools?: readonly PoolSeed[] | undefined
}

interface UserSeed {
  readonly userid: string
  readonly password?: string | undefined
  readonly enable?: number | undefined
  readonly expire?: number | undefined
  readonly firstname?: string | undefined
  readonly lastname?: string | undefined
  readonly email?: string | undefined
  readonly comment?: string | undefined
  readonly groups?: readonly string[] | undefined
  readonly totp?: string | undefined
}

interface TokenSeed {
  readonly 'full-tokenid': string
  readonly secret: string
  readonly privsep?: number | undefined
  readonly expire?: number | undefined
  readonly comment?: string | undefined
}

interface AclSeed {
  readonly path: string
  readonly ugid: string
  readonly roleid: string
  readonly propagate?: number | undefined
  readonly type?: AclType | undefined
}

interface PoolSeed {
  readonly poolid: string
  readonly comment?: string | undefined
  readonly vms?: readonly number[] | undefined
  readonly storages?: readonly string[] | undefined
}

/** Puts the seed into a world. */
export function seedAccess(world: World, seed: AccessSeed): void {
  const { access } = world
  access.groups.push(...(seed.groups ?? []).map((each) => ({ ...present(each), groupid: each.groupid, users: [] })))
  for (const each of seed.users ?? []) addUser(world, each)
  for (const each of seed.tokens ?? []) addToken(world, each)
  for (const { roleid, privs } of seed.roles ?? []) access.roles.push({ roleid, privs: privs.split(/[\s,;]+/) })
  access.acl.push(...(seed.acl ?? []).map(aclEntry))
  for (const { poolid, comment, vms = [], storages = [] } of seed.pools ?? []) {
    access.pools.push({ ...present({ comment }), poolid, vms: [...vms], storages: [...storages] })
  }
}

/** An object without the keys that have no value. */
function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = { ...value }
  for (const key in kept) if (kept[key] === undefined) delete kept[key]
  return kept
}

function addUser(world: World, seed: UserSeed): void {
  const { userid, enable = 1, expire = 0, groups = [], ...rest } = seed
  const user: User = { ...present(rest), userid, enable: enable === 1, expire, tokens: [] }
  const { users } = world.access
  const known = users.findIndex((each) => each.userid === userid)
  users.splice(known < 0 ? users.length : known, known < 0 ? 0 : 1, user)
  for (const group of world.access.groups) if (groups.includes(group.groupid)) group.users.push(userid)
}

function addToken(world: World, seed: TokenSeed): void {
  const [userid, tokenid = ''] = seed['full-tokenid'].split('!')
  const user = world.access.users.find((each) => each.userid === userid)
  if (user === undefined) throw new Error(`the token ${seed['full-tokenid']} has no user`)
  const { secret, privsep = 1, expire = 0, comment } = seed
  user.tokens.push({ ...present({ comment }), tokenid, secret, privsep: privsep === 1, expire })
}

function aclEntry({ path, ugid, roleid, propagate = 1, type }: AclSeed): AclEntry {
  return { path, ugid, roleid, propagate: propagate === 1, type: type ?? aclTypeOf(ugid) }
}

function aclTypeOf(ugid: string): AclType {
  if (ugid.includes('!')) return 'token'
  return ugid.includes('@') ? 'user' : 'group'
}
