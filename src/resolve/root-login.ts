import type { Spec } from '../spec/schema/cluster.ts'

/** Whether the file signs in as `root@pam` with a password: some keys are refused to everybody else, tokens of root included. */
export function isRootLogin({ proxmox }: Spec): boolean {
  const { type = 'token', username = 'root@pam' } = proxmox?.credentials ?? {}
  return type === 'password' && username === 'root@pam'
}

/** The way out that is the same for all of these keys. */
export const signInAsRoot = 'sign in as root@pam: proxmox.credentials: { type: password, username: root@pam, from: … }'
