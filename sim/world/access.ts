/** Where users come from; `pam` and `pve` always exist. */
export interface Realm {
  readonly realm: string
  type: string
  comment?: string
  default?: boolean
  /** Everything else that an LDAP, AD or OpenID realm carries. */
  options: Record<string, string | number>
}

/** A secret that acts for a user. */
export interface Token {
  readonly tokenid: string
  secret: string
  /** Its rights are its own, cut down to those of the user. */
  privsep: boolean
  /** Seconds since the epoch; 0 is never. */
  expire: number
  comment?: string
}

/** A person or a service. */
export interface User {
  readonly userid: string
  enable: boolean
  /** Seconds since the epoch; 0 is never. */
  expire: number
  password?: string
  firstname?: string
  lastname?: string
  email?: string
  comment?: string
  keys?: string
  /** The secret of a second factor, in base 32; with it, a login needs a code as well. */
  totp?: string
  tokens: Token[]
}

/** Users under one name. */
export interface Group {
  readonly groupid: string
  comment?: string
  users: string[]
}

/** A named set of privileges that somebody made; the built-in ones are not stored. */
export interface Role {
  readonly roleid: string
  privs: string[]
}

/** Who an entry of the access control list is about. */
export type AclType = 'user' | 'group' | 'token'

/** A role given to somebody at a path. */
export interface AclEntry {
  readonly path: string
  readonly type: AclType
  readonly ugid: string
  readonly roleid: string
  propagate: boolean
}

/** VMs and storages under one name, for rights. */
export interface Pool {
  readonly poolid: string
  comment?: string
  vms: number[]
  storages: string[]
}

/** Everything that user.cfg and its companions hold. */
export interface Access {
  realms: Realm[]
  users: User[]
  groups: Group[]
  roles: Role[]
  acl: AclEntry[]
  pools: Pool[]
  /** What tickets are signed with. */
  ticketKey: string
}
