import type { ApiParameters } from '../tables/api-types.gen.ts'
import type { Verb } from '../tables/types.ts'

type Keys = keyof ApiParameters

/** The path templates that know a verb. */
export type PathOf<V extends Verb> = Keys extends infer Key ? (Key extends `${V} ${infer Path}` ? Path : never) : never

/** The parameters of a call, those in the path included. */
export type ParametersOf<V extends Verb, P extends PathOf<V>> = ApiParameters[`${V} ${P}` & Keys]

/** A value that a parameter can have in a call. */
export type CallValue = string | number | boolean | readonly (string | number)[]

/** The parameters of a call by name. */
export type CallValues = Readonly<Record<string, CallValue>>

/** How a call is made. */
export interface CallOptions {
  /** Milliseconds that the answer may take. */
  readonly deadline?: number
  readonly signal?: AbortSignal | undefined
  /** Looks whether a write of unknown outcome was carried out, and returns what it would have answered. */
  readonly reread?: (() => Promise<{ readonly data: unknown } | undefined>) | undefined
  /** Whether to try again at all; a caller that repeats a larger step does it itself. */
  readonly retry?: boolean
}
