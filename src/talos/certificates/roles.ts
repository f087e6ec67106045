import { UserError } from '../../user-error.ts'

const ROLES = [
  'os:admin',
  'os:operator',
  'os:reader',
  'os:etcd:backup',
  'os:image:verifier',
  'os:meta:writer',
  'os:impersonator',
] as const

/** A role of the Talos API; image:verifier and meta:writer mean something since Talos 1.13. */
export type TalosRole = (typeof ROLES)[number]

/** Reads role names as a person gives them; Talos itself would silently ignore an unknown one. */
export function parseRoles(names: readonly string[]): readonly TalosRole[] {
  const known = names.flatMap((name) => ROLES.filter((role) => role === name))
  const unknown = names.filter((name) => !ROLES.some((role) => role === name))
  if (unknown.length === 0 && known.length > 0) return [...new Set(known)].sort()
  const message = unknown.length > 0 ? `unknown Talos role ${unknown.join(', ')}` : 'no Talos role was given'
  throw new UserError('talos-role', message, { hint: `choose from ${ROLES.join(', ')}` })
}
