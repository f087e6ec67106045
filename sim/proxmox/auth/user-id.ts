import type { User } from '../../world/access.ts'
import type { World } from '../../world/world.ts'
import { died } from '../failure.ts'

const USER_ID = /^([^\s:/]+)@([A-Za-z][A-Za-z0-9.\-_]+)$/

/** A user's name and realm; refuses what cannot be one. */
export function splitUserId(userid: string | undefined): { readonly name: string; readonly realm: string } {
  const text = userid ?? ''
  if (text.length < 3) throw died(`user name '${text}' is too short`)
  if (text.length > 64) throw died(`user name '${text}' is too long (${text.length} > 64)`)
  const [, name, realm] = USER_ID.exec(text) ?? []
  if (name === undefined || realm === undefined) throw died(`value '${text}' does not look like a valid user name`)
  return { name, realm }
}

/** The user of a name; refuses when there is none. */
export function existingUser(world: World, userid: string): User {
  splitUserId(userid)
  const user = world.access.users.find((each) => each.userid === userid)
  if (user === undefined) throw died(`no such user ('${userid}')`)
  return user
}
