import { UserError } from '../../user-error.ts'

/** Logging in as a user, for what Proxmox does not allow a token. */
export interface PasswordLogin {
  readonly kind: 'password'
  readonly username: string
  readonly password: string
  /** Gets the one-time code of the moment. */
  readonly totp: (() => Promise<string>) | undefined
}

/** Who is asking. */
export type Login = { readonly kind: 'token'; readonly token: string } | PasswordLogin

// A header can only carry visible ASCII.
const TOKEN = /^(?=[\x21-\x7e]+$)[^\s:/@!=]+@[A-Za-z][\w.-]+![A-Za-z][\w.-]+=\S+$/

/** Reads an API token, also with the name of the header before it; says what it should look like, never what it is. */
export function parseToken(text: string, from: string): Login {
  const token = text.replace(/^PVEAPIToken[= ]/, '')
  if (TOKEN.test(token)) return { kind: 'token', token }
  throw new UserError('proxmox-token', `what ${from} holds is not an API token`, {
    hint: 'a token is written USER@REALM!NAME=SECRET, such as talmox@pve!ci=xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
  })
}
