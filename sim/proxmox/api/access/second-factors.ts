import { hasAny } from '../../auth/rights.ts'
import { existingUser, splitUserId } from '../../auth/user-id.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'

const entryOf = (totp: string | undefined) =>
  totp === undefined ? [] : [{ id: 'totp', type: 'totp', description: 'totp', created: 0, enable: 1 }]

function list({ sim, caller }: Call<object>) {
  const all = hasAny(sim.world, caller.id, '/access/groups', ['Sys.Audit', 'User.Modify'])
  return sim.world.access.users
    .filter((user) => (all || user.userid === caller.id) && user.totp !== undefined)
    .map((user) => ({ userid: user.userid, entries: entryOf(user.totp) }))
}

function typeOf({ sim, params }: Call<{ userid: string; multiple?: boolean }>) {
  const { realm } = splitUserId(params.userid)
  if (!sim.world.access.realms.some((each) => each.realm === realm)) throw died(`auth domain '${realm}' does not exist`)
  const { totp } = existingUser(sim.world, params.userid)
  if (params.multiple) return { user: totp === undefined ? [] : ['totp'] }
  return totp === undefined ? {} : { user: 'oath' }
}

/** Second factors of logins. */
export const secondFactorHandlers: Handlers = {
  'GET /access/tfa': list,
  'GET /access/tfa/{userid}': ({ sim, params }) => entryOf(existingUser(sim.world, params.userid).totp),
  'GET /access/users/{userid}/tfa': typeOf,
  'PUT /access/users/{userid}/unlock-tfa': () => 0,
}
