import { UserError } from '../../user-error.ts'

/** Who gets the roles. */
export interface Holder {
  /** With its realm, such as `talmox@pve`. */
  readonly user: string
  readonly token: string
}

/** Who gets the roles of a cluster, unless somebody else is named. */
export function holderOf(
  cluster: string,
  named: { readonly user?: string | undefined; readonly token?: string | undefined },
): Holder {
  const { user = 'talmox@pve', token = isTokenName(cluster) ? cluster : `talmox-${cluster}` } = named
  if (!/^[^\s:/@!=']+@[A-Za-z][\w.-]+$/.test(user))
    throw new UserError('usage', `--user ${JSON.stringify(user)} is not a Proxmox user`, {
      hint: 'write it as talmox@pve',
    })
  if (!isTokenName(token))
    throw new UserError('usage', `--token-name ${JSON.stringify(token)} is not the name of a token`, {
      hint: 'letters, digits, dots, - and _, at least two, the first a letter',
    })
  return { user, token }
}

const isTokenName = (text: string): boolean => /^[A-Za-z][\w.-]+$/.test(text)
