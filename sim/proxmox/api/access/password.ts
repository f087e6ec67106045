import type { Access, User } from '../../../world/access.ts'
import { isRoot } from '../../auth/caller.ts'
import { existingUser, splitUserId } from '../../auth/user-id.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters, died, forbidden } from '../../failure.ts'

/** Sets a password where the realm allows it. */
export function setPassword(access: Access, user: User, password: string): void {
  const { name, realm } = splitUserId(user.userid)
  const type = access.realms.find((each) => each.realm === realm)?.type
  if (type === undefined) throw died(`auth domain '${realm}' does not exist`)
  // Accounts of the operating system exist on the hosts, where only root's is.
  if (type === 'pam' && name !== 'root') throw died(`change password failed: user '${name}' does not exist`)
  if (type !== 'pam' && type !== 'pve') throw died(`can't set password on auth type '${type}'`)
  user.password = password
}

type PasswordCall = Call<{ userid: string; password: string; 'confirmation-password'?: string }>

function changePassword({ sim, caller, params }: PasswordCall) {
  const user = existingUser(sim.world, params.userid)
  if (!isRoot(caller)) {
    if (params.userid === 'root@pam') throw forbidden()
    confirm(existingUser(sim.world, caller.user), params['confirmation-password'])
    const isOther = caller.id !== params.userid
    if (isOther && splitUserId(params.userid).realm === 'pam') throw forbidden()
  }
  setPassword(sim.world.access, user, params.password)
  return null
}

/** Whoever changes accounts gives their own password again; only root need not. */
function confirm(own: User, given: string | undefined): void {
  if (given === undefined) throw badParameters({ 'confirmation-password': 'password is required to modify user' })
  if (own.password !== given) throw died('invalid credentials')
}

/** Passwords. */
export const passwordHandlers: Handlers = {
  'PUT /access/password': changePassword,
}
