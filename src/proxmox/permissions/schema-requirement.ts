import type { Allow, PermissionCheck } from '../tables/types.ts'
import type { Parameters } from './call.ts'
import { free, privilege, type Requirement, rootOnly } from './requirement.ts'

/** What the schema itself asks of the caller of a method. */
export function schemaRequirement(allow: Allow, parameters: Parameters): Requirement {
  if (allow === 'all' || allow === 'world') return free
  return allow === 'root' ? rootOnly : read(allow, parameters)
}

type Reader = (check: PermissionCheck, parameters: Parameters) => Requirement

const readers: Readonly<Record<string, Reader>> = {
  and: ([, ...parts], parameters) => ({ all: checks(parts).map((part) => read(part, parameters)) }),
  or: ([, ...parts], parameters) => ({ any: checks(parts).map((part) => read(part, parameters)) }),
  perm(check, parameters) {
    const [, template, names] = check
    const wanted = option(check, 'require_param')
    if (wanted !== undefined && parameters[String(wanted)] === undefined) return rootOnly
    const path = filled(String(template), parameters)
    const parts = texts(names).map((name) => privilege(name, path))
    return option(check, 'any') ? { any: parts } : { all: parts }
  },
  'perm-modify'([, template], parameters) {
    const path = filled(String(template), parameters)
    const owners = OWNERS.filter(([shape]) => shape.test(path)).map(([, name]) => name)
    return { any: ['Permissions.Modify', ...owners].map((name) => privilege(name, path)) }
  },
  // Who asks about themselves is never refused, but talmox changes no users.
  'userid-param': ([, test], parameters) =>
    test === 'self' ? rootOnly : privilege(String(test), `/access/realm/${realmOf(parameters)}`),
  'userid-group': ([, names]) => ({ any: texts(names).map((name) => privilege(name, '/access/groups')) }),
}

/** Whoever owns a thing may give others rights on it. */
const OWNERS: readonly (readonly [RegExp, string])[] = [
  [/^\/storage\/.+/, 'Datastore.Allocate'],
  [/^\/vms\/.+/, 'VM.Allocate'],
  [/^\/pool\/.+/, 'Pool.Allocate'],
]

function read(check: PermissionCheck, parameters: Parameters): Requirement {
  const reader = readers[String(check[0])]
  if (reader === undefined) throw new Error(`the schema has the unknown permission test ${String(check[0])}`)
  return reader(check, parameters)
}

/** A path with its parameters; where one is open, all that lies below is meant. */
function filled(template: string, parameters: Parameters): string {
  const path: string[] = []
  for (const part of template.split('/').filter(Boolean)) {
    const name = /^\{(.+)\}$/.exec(part)?.[1]
    const value = name === undefined ? part : parameters[name]
    if (value === undefined) break
    path.push(String(value))
  }
  return `/${path.join('/').replace(/^\//, '')}`
}

const realmOf = ({ userid }: Parameters): string => String(userid).split('@').at(-1) ?? ''

const isCheck = (part: PermissionCheck[number] | undefined): part is PermissionCheck => Array.isArray(part)

const checks = (parts: PermissionCheck): readonly PermissionCheck[] => parts.filter(isCheck)

const texts = (part: PermissionCheck[number] | undefined): readonly string[] =>
  isCheck(part) ? part.filter((each) => typeof each === 'string') : []

function option(check: PermissionCheck, name: string): PermissionCheck[number] | undefined {
  const at = check.indexOf(name)
  return at < 0 ? undefined : check[at + 1]
}
