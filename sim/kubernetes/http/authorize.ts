import type { Api } from '../api.ts'
import { type JsonObject, listAt, objectsAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { User } from '../operations/request.ts'
import { qualified, Refusal } from '../status.ts'

/** Something that somebody wants to do. */
export type Attempt =
  | {
      readonly kind: 'resource'
      readonly verb: string
      readonly group: string
      /** With its subresource: `pods/eviction`. */
      readonly resource: string
      readonly namespace: string | undefined
      readonly name: string | undefined
    }
  | { readonly kind: 'path'; readonly verb: string; readonly path: string }

const ROLES = 'rbac.authorization.k8s.io'
const MASTERS = 'system:masters'

/** Whether somebody may do something: masters everything, others what roles bound to them say. */
export function isAllowed(api: Api, user: User, attempt: Attempt): boolean {
  if (user.groups.includes(MASTERS)) return true
  return rulesFor(api, user, attempt.kind === 'resource' ? attempt.namespace : undefined).some((rule) =>
    permits(rule, attempt),
  )
}

/** The rules that count for somebody, everywhere and in a namespace. */
export function rulesFor({ store }: Api, user: User, namespace: string | undefined): readonly JsonObject[] {
  const everywhere = store.list(`${ROLES}/clusterrolebindings`).filter((binding) => concerns(binding, user))
  const here =
    namespace === undefined
      ? []
      : store.list(`${ROLES}/rolebindings`, namespace).filter((binding) => concerns(binding, user))
  return [...everywhere, ...here].flatMap((binding) => {
    const name = textAt(binding, 'roleRef', 'name')
    const isLocal = textAt(binding, 'roleRef', 'kind') === 'Role'
    const role = isLocal
      ? store.get(`${ROLES}/roles`, `${binding.metadata.namespace}/${name}`)
      : store.get(`${ROLES}/clusterroles`, name)
    return role === undefined ? [] : objectsAt(role, 'rules')
  })
}

function concerns(binding: KubeObject, { name, groups }: User): boolean {
  return objectsAt(binding, 'subjects').some((subject) => {
    const called = textAt(subject, 'name')
    if (subject.kind === 'Group') return groups.includes(called)
    if (subject.kind === 'User') return name === called
    return name === `system:serviceaccount:${textAt(subject, 'namespace')}:${called}`
  })
}

const has = (rule: JsonObject, key: string, ...values: readonly string[]): boolean =>
  listAt(rule, key).some((held) => held === '*' || values.some((value) => held === value))

function permits(rule: JsonObject, attempt: Attempt): boolean {
  if (!has(rule, 'verbs', attempt.verb)) return false
  if (attempt.kind === 'path')
    return listAt(rule, 'nonResourceURLs').some(
      (url) =>
        url === attempt.path ||
        (typeof url === 'string' && url.endsWith('*') && attempt.path.startsWith(url.slice(0, -1))),
    )
  const [, sub] = attempt.resource.split('/')
  const names = listAt(rule, 'resourceNames')
  return (
    has(rule, 'apiGroups', attempt.group) &&
    has(rule, 'resources', attempt.resource, ...(sub === undefined ? [] : [`*/${sub}`])) &&
    (names.length === 0 || (attempt.name !== undefined && names.includes(attempt.name)))
  )
}

/** The refusal of something that is not allowed. */
export function forbidden(user: User, attempt: Attempt): Refusal {
  if (attempt.kind === 'path')
    return new Refusal(
      403,
      'Forbidden',
      `forbidden: User "${user.name}" cannot ${attempt.verb} path "${attempt.path}"`,
      {},
    )
  const { verb, group, resource, namespace, name } = attempt
  const [plural = ''] = resource.split('/')
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
  const subject = `${qualified(group, plural)}${name === undefined ? '' : ` "${name}"`}`
  return new Refusal(
    403,
    'Forbidden',
    `${subject} is forbidden: User "${user.name}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`,
    { ...(name === undefined ? {} : { name }), ...(group === '' ? {} : { group }), kind: plural },
  )
}
