import type { z } from 'zod'

/** A kind of resource: where it lives and what its spec looks like. */
export interface Kind<T> {
  readonly type: string
  readonly namespace: string
  readonly spec: z.ZodType<T>
}

/** A kind of which every machine has exactly one, under a fixed id. */
export interface SingleKind<T> extends Kind<T> {
  readonly id: string
}

/** One resource of a machine. */
export interface Resource<T> {
  readonly id: string
  /** Counts up with every change. */
  readonly version: string
  readonly spec: T
}
