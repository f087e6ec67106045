/** How the items of a list relate to their list. */
export type Relation =
  /** The list is one value. */
  | { readonly kind: 'atomic' }
  /** Items are values of their own. */
  | { readonly kind: 'set' }
  /** Items are told apart by these keys. */
  | { readonly kind: 'map'; readonly keys: readonly string[] }

/** A value without parts. */
export type Scalar = 'text' | 'integer' | 'number' | 'flag' | 'time' | 'bytes' | 'quantity' | 'number-or-text' | 'any'

/** A field of a struct. */
export interface Field {
  readonly required: boolean
  /** What the server makes of it while there is nothing in it: left out, or there all the same; as it was sent otherwise. */
  readonly whenEmpty?: 'absent' | 'present'
  /** Asked for late, since types may contain themselves. */
  readonly type: () => Type
}

/** What a value may be, and how its parts are owned and merged. */
export type Type =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | {
      readonly kind: 'struct'
      readonly fields: ReadonlyMap<string, Field>
      /** The whole is one value. */
      readonly atomic: boolean
      /** A strategic merge drops what it does not mention when told so. */
      readonly retain: boolean
      /** Fields that are not declared are kept. */
      readonly open: boolean
      readonly name: string
    }
  | { readonly kind: 'map'; readonly of: () => Type; readonly atomic: boolean }
  | {
      readonly kind: 'list'
      readonly of: () => Type
      readonly relation: Relation
      /** How a strategic merge tells items apart: by this key, or by value where it is empty; absent where it replaces. */
      readonly mergeKey: string | undefined
    }

/** A value of which nothing is known. */
export const ANY: Type = { kind: 'scalar', scalar: 'any' }
