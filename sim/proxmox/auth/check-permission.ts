import { splitList } from '../../../src/proxmox/format-checks/check.ts'
import type { Allow, PermissionCheck } from '../../../src/proxmox/tables/types.ts'
import type { World } from '../../world/world.ts'
import { forbidden } from '../failure.ts'
import { normalisePath } from './acl-path.ts'
import { type Caller, isRoot } from './caller.ts'
import { has, hasAny, requireAll, requireAny } from './rights.ts'
import { existingUser, splitUserId } from './user-id.ts'

/** The parameters as they came, before anything was checked. */
export type RawParameters = Readonly<Record<string, unknown>>

/** Refuses a caller whom the method does not admit; an anonymous one has the empty name. */
export function checkPermission(world: World, allow: Allow, caller: Caller, params: RawParameters): void {
  if (caller.id === '') {
    if (allow !== 'world') throw forbidden('user != null')
    return
  }
  if (isRoot(caller) || allow === 'all') return
  if (allow === 'root') throw forbidden('user != root@pam')
  if (allow === 'world') throw forbidden()
  evaluate({ world, id: caller.id, params }, allow, false)
}

interface Question {
  readonly world: World
  readonly id: string
  readonly params: RawParameters
}

/** Evaluates an expression of the schema; when quiet, it answers no instead of refusing where the genuine code does. */
function evaluate(question: Question, check: PermissionCheck, quiet: boolean): boolean {
  const [test] = check
  const evaluator = typeof test === 'string' ? evaluators[test] : undefined
  if (evaluator === undefined) throw new Error(`the schema has the unknown permission test ${String(test)}`)
  return evaluator(question, check, quiet)
}

type Evaluator = (question: Question, check: PermissionCheck, quiet: boolean) => boolean

const evaluators: Readonly<Record<string, Evaluator>> = {
  and(question, [, ...parts]) {
    for (const part of parts) if (isCheck(part)) evaluate(question, part, false)
    return true
  },
  or(question, [, ...parts], quiet) {
    if (parts.some((part) => isCheck(part) && evaluate(question, part, true))) return true
    return refuse(quiet)
  },
  perm({ world, id, params }, check, quiet) {
    const [, template, privs] = check
    const needed = option(check, 'require_param')
    if (needed !== undefined && (params[String(needed)] ?? undefined) === undefined) return refuse(quiet)
    const path = normalisePath(fill(String(template), params))
    const wanted = texts(privs)
    const any = Boolean(option(check, 'any'))
    if (quiet) return any ? hasAny(world, id, path, wanted) : has(world, id, path, wanted)
    if (any) requireAny(world, id, path, wanted)
    else requireAll(world, id, path, wanted)
    return true
  },
  'perm-modify'({ world, id, params }, [, template], quiet) {
    const path = normalisePath(fill(String(template), params))
    return path === undefined || mayModify(world, id, path, quiet)
  },
  'userid-param'({ world, id, params }, [, subtest], quiet) {
    const userid = textOf(params.userid)
    const { realm } = splitUserId(userid)
    if (subtest === 'self') return isSelf(world, id, userid, quiet)
    const path = `/access/realm/${realm}`
    if (quiet) return has(world, id, path, ['Realm.AllocateUser'])
    requireAll(world, id, path, ['Realm.AllocateUser'])
    return true
  },
  'userid-group': userIdGroup,
}

function isSelf(world: World, id: string, userid: string, quiet: boolean): boolean {
  if (!userExists(world, userid, quiet)) return false
  return id === userid || refuse(quiet)
}

function userExists(world: World, userid: string, quiet: boolean): boolean {
  if (quiet) return world.access.users.some((user) => user.userid === userid)
  return existingUser(world, userid) !== undefined
}

/** Rights on users come through their groups, unless one has them on all groups. */
function userIdGroup({ world, id, params }: Question, check: PermissionCheck, quiet: boolean): boolean {
  const privs = texts(check[1])
  const groupsParam = option(check, 'groups_param')
  const userid = textOf(params.userid)
  const existing = groupsParam !== 'create'
  if (existing && !userExists(world, userid, quiet)) return false
  if (hasAny(world, id, '/access/groups', privs)) return true
  const allowed = world.access.groups.filter((group) => hasAny(world, id, `/access/groups/${group.groupid}`, privs))
  if (groupsParam !== undefined) requireGroups(splitList(textOf(params.groups)), allowed, privs)
  return !existing || allowed.some((group) => group.users.includes(userid)) || refuse(quiet)
}

function requireGroups(
  asked: readonly string[],
  allowed: readonly { readonly groupid: string }[],
  privs: readonly string[],
): void {
  if (asked.length === 0) throw forbidden(`/access/groups, ${privs.join('|')}`)
  const missing = asked.find((name) => !allowed.some((group) => group.groupid === name))
  if (missing !== undefined) throw forbidden(`/access/groups/${missing}, ${privs.join('|')}`)
}

const ownerPrivileges: readonly (readonly [RegExp, string])[] = [
  [/^\/storage\/.+/, 'Datastore.Allocate'],
  [/^\/vms\/.+/, 'VM.Allocate'],
  [/^\/pool\/.+/, 'Pool.Allocate'],
]

/** Whether somebody may change rights on a path. */
export function mayModify(world: World, id: string, path: string, quiet: boolean): boolean {
  const owner = ownerPrivileges.filter(([shape]) => shape.test(path)).map(([, priv]) => priv)
  const privs = ['Permissions.Modify', ...owner]
  if (quiet) return hasAny(world, id, path, privs)
  requireAny(world, id, path, privs)
  return true
}

function refuse(quiet: boolean): false {
  if (quiet) return false
  throw forbidden()
}

function isCheck(value: PermissionCheck[number] | undefined): value is PermissionCheck {
  return Array.isArray(value)
}

function texts(value: PermissionCheck[number] | undefined): readonly string[] {
  return isCheck(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The value behind a named option, such as `any` or `require_param`. */
function option(check: PermissionCheck, name: string): PermissionCheck[number] | undefined {
  const at = check.indexOf(name)
  return at < 0 ? undefined : check[at + 1]
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function fill(template: string, params: RawParameters): string {
  if (!template.includes('{')) return template
  return template.replace(/\{(.+?)\}/g, (_, name: string) => textOf(params[name]))
}
