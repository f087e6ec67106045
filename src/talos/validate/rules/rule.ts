import type { Finding } from '../../document/problem.ts'
import type { Document } from '../../document/value.ts'
import type { ConfigView } from '../config-view.ts'

/** Looks at one document of a kind; the rest of the config is there for context. */
export type DocumentRule = (document: Document, config: ConfigView) => readonly Finding[]

/** A finding about a document that a rule names itself, and about another one where two do not go together. */
export type Located = Finding & { readonly in: Document | undefined; readonly against?: Document }

/** Looks at the config as a whole. */
export type ConfigRule = (config: ConfigView) => readonly Located[]
