import { isDeepStrictEqual } from 'node:util'
import type { Document } from '../../../src/talos/document/value.ts'
import { UserError } from '../../../src/user-error.ts'

/** What came of making or changing a config: documents, or a refusal with its reason. */
export type Outcome = { readonly documents: readonly Document[] } | { readonly refused: string }

/** Runs something that may refuse with a `UserError`; anything else that is thrown is a bug. */
export function outcome(run: () => readonly Document[]): Outcome {
  try {
    return { documents: run() }
  } catch (error) {
    if (error instanceof UserError) return { refused: error.message }
    throw error
  }
}

/** Whether documents are equal, in the same order and with the same values. */
export const equalDocuments = (a: readonly Document[], b: readonly Document[]): boolean => isDeepStrictEqual(a, b)
