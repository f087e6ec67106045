import type { User } from '../../world/access.ts'
import { type Clock, seconds } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'
import { isCode } from './second-factor.ts'
import { readTicket } from './tickets.ts'

/** Whether an account exists, is enabled and has not expired. */
export function enabledUser(world: World, clock: Clock, userid: string): User | undefined {
  const user = world.access.users.find((each) => each.userid === userid)
  const alive = user?.enable && (user.expire === 0 || user.expire >= seconds(clock))
  return alive ? user : undefined
}

/** What somebody gives to log in. */
export interface Credentials {
  readonly username: string
  readonly password: string
  readonly otp?: string | undefined
  readonly challenge?: string | undefined
}

/** How a login went: refused, done, or waiting for the second factor. */
export type Login = 'refused' | 'complete' | { readonly challenge: string }

const CHALLENGE_PREFIX = '!tfa!'

/** Checks a password, a ticket in place of one, or the answer to a challenge. */
export function login(world: World, clock: Clock, { username, password, otp, challenge }: Credentials): Login {
  const user = enabledUser(world, clock, username)
  if (user === undefined || (otp !== undefined && challenge !== undefined)) return 'refused'
  if (challenge !== undefined) return answerChallenge(world, clock, user, password, challenge)
  const holder = readTicket(world, clock, password)
  if (holder !== undefined && (holder === 'root@pam' || holder === username)) return 'complete'
  if (user.password === undefined || user.password !== password) return 'refused'
  if (user.totp === undefined) return 'complete'
  if (otp !== undefined) return isCode(user.totp, otp, clock) ? 'complete' : 'refused'
  return { challenge: CHALLENGE_PREFIX + encodeURIComponent(JSON.stringify({ totp: true })) }
}

function answerChallenge(world: World, clock: Clock, user: User, answer: string, challenge: string): Login {
  const data = readTicket(world, clock, challenge, user.userid)
  const [, code] = /^totp:(\d+)$/.exec(answer) ?? []
  if (!data?.startsWith(CHALLENGE_PREFIX) || user.totp === undefined || code === undefined) return 'refused'
  return isCode(user.totp, code, clock) ? 'complete' : 'refused'
}
