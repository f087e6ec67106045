import type { Rule } from '../rule.ts'

/** A token names its user itself, a password does not. */
export const credentialsUsername: Rule = {
  code: 'credentials-username',
  severity: 'error',
  summary: 'a password comes with its user name, a token without one',
  check: ({ spec }) => {
    const { type = 'token', username } = spec.proxmox?.credentials ?? {}
    const path = ['proxmox', 'credentials', 'username']
    if (type === 'password' && username === undefined) {
      return [{ path, message: 'a password needs its user', hint: 'write username, such as root@pam' }]
    }
    if (type === 'token' && username !== undefined) {
      return [
        {
          path,
          severity: 'warning',
          message: `${username} is not used: a token names its user itself, as user@realm!name=secret`,
          hint: 'leave username out, or use type: password',
        },
      ]
    }
    return []
  },
}
