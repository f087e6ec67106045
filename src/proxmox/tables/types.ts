import type { FormatName } from './formats.gen.ts'

/** The scalar kinds the Proxmox schema knows. */
export type ScalarType = 'string' | 'integer' | 'number' | 'boolean'

/** The rules that both a parameter and a sub-key of a property string can carry. */
export interface Rules {
  readonly optional?: true
  /** Name of a check in the table of named formats, such as `pve-node`. */
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly enum?: readonly string[]
  /** Regular expression that the whole value must match. */
  readonly pattern?: string
  readonly default?: string | number
  /** Another key that must be given together with this one. */
  readonly requires?: string
  /** First release that knows it, where that is younger than the major release of the table. */
  readonly since?: '9.2'
}

/** A sub-key of a property string. */
export interface SubKey extends Rules {
  readonly type: ScalarType
  /** The sub-key whose value may stand without its name. */
  readonly defaultKey?: true
  /** The value is a list separated by semicolons. */
  readonly list?: true
}

/** Another name of a sub-key; with `keyAlias` the name itself is the value of that other sub-key (`virtio=MAC`). */
export interface SubKeyAlias {
  readonly alias: string
  readonly keyAlias?: string
}

/** The grammar of one property string: its sub-keys by name. */
export type Format = Readonly<Record<string, SubKey | SubKeyAlias>>

/** A parameter of an API method. */
export interface Parameter extends Rules {
  readonly type: ScalarType | 'array'
  /** Name of the property-string grammar of its text. */
  readonly propertyString?: FormatName
  /** Last index of an indexed parameter; its first is 0. */
  readonly lastIndex?: number
  /** What the elements of an array must be. */
  readonly items?: Parameter
  /** The parameter that selects the variant, and the variants that know this parameter. */
  readonly variant?: { readonly by: string; readonly of: readonly string[] }
}

/** A permission expression as the Proxmox schema writes it, such as `['perm', '/vms/{vmid}', ['VM.Audit']]`. */
export type PermissionCheck = readonly (string | number | null | PermissionCheck)[]

/** Who may call a method: nobody but root, everybody, everybody who is logged in, or whom the expression admits. */
export type Allow = 'root' | 'world' | 'all' | PermissionCheck

/** One method of one path, with parameters given as positions in the shared list. */
export interface MethodRow {
  readonly params: Readonly<Record<string, number>>
  readonly allow: Allow
  /** Runs in the privileged daemon. */
  readonly protected?: true
  /** The path parameter that names the node to forward to. */
  readonly proxyto?: string
  /** Refuses API tokens. */
  readonly noToken?: true
  /** Accepts parameters that the schema does not list. */
  readonly open?: true
}

/** HTTP methods of the API. */
export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** All methods of a release, by path template and verb. */
export type ApiRows = Readonly<Record<string, Readonly<Partial<Record<Verb, MethodRow>>>>>

/** Major releases that have tables. */
export type Release = '8' | '9'

/** Where a key of the VM endpoints belongs: kept in the config, or meant for one call only. */
export type QemuKeyKind = 'config' | 'create' | 'update'

/** A key of the VM create and config calls. */
export interface QemuKey extends Rules {
  readonly kind: QemuKeyKind
  readonly type: ScalarType
  readonly propertyString?: FormatName
  /** Last index of an indexed key; its first is 0. */
  readonly lastIndex?: number
  /** Releases that have it. */
  readonly in: readonly ('8.4' | '9.1')[]
  /** Privileges on the VM, one of which a token needs; absent where the value decides. */
  readonly privileges?: readonly string[]
  /** Only a ticket of `root@pam` may set it, never a token. */
  readonly rootOnly?: true
}
