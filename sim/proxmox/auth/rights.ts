import type { AclEntry, AclType } from '../../world/access.ts'
import type { Flavour, World } from '../../world/world.ts'
import { forbidden } from '../failure.ts'
import { ancestry } from './acl-path.ts'
import { allPrivileges, privilegesOfRole } from './roles.ts'

/** Names that are given at a path, each with whether it goes on to the paths below. */
export type Given = ReadonlyMap<string, boolean>

const NOTHING: Given = new Map()
const NO_ACCESS = 'NoAccess'

const everything = (flavour: Flavour): Given => new Map([...allPrivileges({ flavour })].map((priv) => [priv, true]))

// What root has is asked at every step of every request.
const EVERYTHING: Readonly<Record<Flavour, Given>> = { '8.4': everything('8.4'), '9.2': everything('9.2') }

/** The privileges of somebody at a path, pools and privilege separation included. */
export function privilegesAt(world: World, id: string, path: string | undefined): Given {
  if (id === 'root@pam') return EVERYTHING[world.flavour]
  if (path === undefined) return NOTHING
  const [userid = '', tokenid] = id.split('!')
  const user = world.access.users.find((each) => each.userid === userid)
  if (tokenid === undefined) return ownPrivileges(world, id, path)
  const token = user?.tokens.find((each) => each.tokenid === tokenid)
  if (token === undefined) return NOTHING
  const ofUser = privilegesAt(world, userid, path)
  return token.privsep ? intersection(ownPrivileges(world, id, path), ofUser) : ofUser
}

/** Rights that both have; they go on below where both do. */
function intersection(a: Given, b: Given): Given {
  return new Map([...a].flatMap(([priv, down]) => (b.has(priv) ? [[priv, down && b.get(priv) === true]] : [])))
}

function ownPrivileges(world: World, id: string, path: string): Given {
  const privs = new Map<string, boolean>()
  for (const [roleid, down] of withPoolRoles(world, id, path)) {
    for (const priv of privilegesOfRole(world, roleid) ?? []) privs.set(priv, privs.get(priv) === true || down)
  }
  return privs
}

/** Roles at a path, with those that a pool around the guest or storage gives; these never go on below. */
function withPoolRoles(world: World, id: string, path: string): Given {
  const roles = rolesAt(world, id, path)
  const pooled = poolRoles(world, id, path)
  if (pooled.size === 0 || roles.has(NO_ACCESS)) return roles
  if (pooled.has(NO_ACCESS)) return new Map([[NO_ACCESS, false]])
  return new Map([...[...pooled].map((role) => [role, false] as const), ...roles])
}

function poolRoles(world: World, id: string, path: string): ReadonlySet<string> {
  const [, kind, name, ...more] = path.split('/')
  if ((kind !== 'vms' && kind !== 'storage') || name === undefined || more.length > 0) return new Set()
  const pools = world.access.pools.filter((pool) =>
    kind === 'vms' ? pool.vms.includes(Number(name)) : pool.storages.includes(name),
  )
  return new Set(pools.flatMap((pool) => [...rolesAt(world, id, `/pool/${pool.poolid}`).keys()]))
}

/** Roles at a path: the deepest entries that apply replace all above them. */
function rolesAt(world: World, id: string, path: string): Given {
  let roles: Given = NOTHING
  for (const at of ancestry(path)) {
    const here = world.access.acl.filter((entry) => entry.path === at && (entry.propagate || at === path))
    roles =
      firstGiven([
        () => of(here, 'token', (ugid) => ugid === id),
        () => of(here, 'user', (ugid) => ugid === id),
        () => of(here, 'group', (ugid) => isMember(world, ugid, id)),
      ]) ?? roles
  }
  const denied = roles.get(NO_ACCESS)
  return denied === undefined ? roles : new Map([[NO_ACCESS, denied]])
}

function firstGiven(kinds: readonly (() => Given)[]): Given | undefined {
  for (const kind of kinds) {
    const given = kind()
    if (given.size > 0) return given
  }
  return undefined
}

function of(entries: readonly AclEntry[], type: AclType, isFor: (ugid: string) => boolean): Given {
  return new Map(
    entries.filter((entry) => entry.type === type && isFor(entry.ugid)).map((entry) => [entry.roleid, entry.propagate]),
  )
}

/** Whether a user belongs to a group. */
export function isMember(world: World, groupid: string, userid: string): boolean {
  return world.access.groups.some((group) => group.groupid === groupid && group.users.includes(userid))
}

/** Whether somebody has all of the privileges. */
export function has(world: World, id: string, path: string | undefined, privs: readonly string[]): boolean {
  const given = privilegesAt(world, id, path)
  return privs.every((priv) => given.has(priv))
}

/** Tells of many things of one kind on which somebody has a privilege; those without entries of their own are alike. */
export function hasOnEach(
  world: World,
  id: string,
  above: '/vms' | '/storage' | '/nodes',
  priv: string,
): (name: string | number) => boolean {
  const { acl, pools } = world.access
  const members = pools.flatMap(({ vms, storages }) => [
    ...vms.map((vmid) => `/vms/${vmid}`),
    ...storages.map((storage) => `/storage/${storage}`),
  ])
  const special = new Set([...acl.map(({ path }) => path), ...members].filter((path) => path.startsWith(`${above}/`)))
  let ordinary: boolean | undefined
  return (name) => {
    if (special.size === 0 && ordinary !== undefined) return ordinary
    const path = `${above}/${name}`
    if (special.has(path)) return has(world, id, path, [priv])
    ordinary ??= has(world, id, path, [priv])
    return ordinary
  }
}

/** Whether somebody has at least one of the privileges. */
export function hasAny(world: World, id: string, path: string | undefined, privs: readonly string[]): boolean {
  const given = privilegesAt(world, id, path)
  return privs.some((priv) => given.has(priv))
}

/** Refuses who lacks one of the privileges, naming the first that is missing. */
export function requireAll(world: World, id: string, path: string | undefined, privs: readonly string[]): void {
  const given = privilegesAt(world, id, path)
  const missing = privs.find((priv) => !given.has(priv))
  if (missing !== undefined) throw forbidden(`${path ?? ''}, ${missing}`)
}

/** Refuses who has none of the privileges. */
export function requireAny(world: World, id: string, path: string | undefined, privs: readonly string[]): void {
  if (!hasAny(world, id, path, privs)) throw forbidden(`${path ?? ''}, ${privs.join('|')}`)
}

/** Every path that rights are written down for, and all above them. */
export function aclPaths(world: World): readonly string[] {
  return [...new Set(world.access.acl.flatMap((entry) => ancestry(entry.path)))]
}
