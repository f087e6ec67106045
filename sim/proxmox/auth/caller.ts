/** Who asks. */
export interface Caller {
  /** The name that rights are given to: a user, or a user and a token. */
  readonly id: string
  readonly user: string
  readonly token?: string
}

/** The caller behind a full name such as `ops@pve` or `ops@pve!ci`. */
export function callerOf(id: string): Caller {
  const [user = '', token] = id.split('!')
  return { id, user, ...(token === undefined ? {} : { token }) }
}

/** Somebody who did not say who they are; only a few calls admit them. */
export const ANONYMOUS: Caller = { id: '', user: '' }

/** The one account that may do everything; its tokens are not it. */
export const isRoot = (caller: Caller): boolean => caller.id === 'root@pam'
