import type { Rule } from '../rule.ts'
import { secretsBelow } from '../secrets-below.ts'

/** The cluster file is meant to be shared; where it needs a secret, it says where that is found. */
export const secretInFile: Rule = {
  code: 'secret-in-file',
  severity: 'warning',
  summary: 'the cluster file holds no private keys or passwords; a Proxmox API token in it is an error',
  ofText: true,
  check: ({ written }) =>
    secretsBelow(written, (path) => path.at(-1) === 'patches').map(({ path, secret }) =>
      secret === 'a Proxmox API token'
        ? {
            path,
            on: 'key',
            severity: 'error',
            message: `${secret} is written here`,
            hint: 'revoke it, and name where the new one is found: proxmox.credentials.from: { env: PROXMOX_VE_API_TOKEN }',
          }
        : {
            path,
            on: 'key',
            message: `${secret} is written here`,
            hint: 'keep this file out of version control, or move the secret out of it',
          },
    ),
}
