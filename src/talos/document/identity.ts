import { type Fields, fieldsOf, type Kind, kinds } from '../schema/lookup.ts'
import { type Document, get, isMapping } from './value.ts'

/** The kind of the document that holds `machine` and `cluster`, which has no `kind` key. */
export const rootKind = 'v1alpha1'

const text = (document: Document, key: string): string => {
  const value = get(document, key)
  return typeof value === 'string' ? value : ''
}

/** The kind of a document; the one with `machine` and `cluster` is `v1alpha1`. */
export const kindOf = (document: Document): string => text(document, 'kind') || rootKind

/** Whether a document is the one that holds `machine` and `cluster`. */
export const isRoot = (document: Document): boolean => kindOf(document) === rootKind

/** What the table knows about a document's kind; nothing for the root document and unknown kinds. */
export const describe = (document: Document): Kind | undefined => kinds.get(kindOf(document))

/** The fields that a document may have; nothing for an unknown kind. */
export const fieldsOfDocument = (document: Document): Fields | undefined =>
  isRoot(document) ? fieldsOf('Config') : describe(document)?.fields

/** How people and errors call a document: `v1alpha1`, `HostnameConfig`, `LinkConfig/eth0`. */
export function nameOf(document: Document): string {
  const name = text(document, 'name')
  return name === '' || isRoot(document) ? kindOf(document) : `${kindOf(document)}/${name}`
}

/** What a patch matches documents by: kind, and name where the kind is named. */
export function identityOf(document: Document): string {
  if (isRoot(document)) return `/${rootKind}`
  const identity = `${text(document, 'apiVersion')}/${kindOf(document)}`
  return describe(document)?.named === true ? `${identity}/${text(document, 'name')}` : identity
}

/** The document that holds `machine` and `cluster`, if there is one. */
export const rootOf = (documents: readonly Document[]): Document | undefined =>
  documents.find((document) => isMapping(document) && isRoot(document))

/** All documents of a kind. */
export const ofKind = (documents: readonly Document[], kind: string): readonly Document[] =>
  documents.filter((document) => kindOf(document) === kind)
