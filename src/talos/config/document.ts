import type { Document, Mapping } from '../document/value.ts'

/** A document of a kind, with its fields. */
export const document = (kind: string, fields: Mapping): Document => ({ apiVersion: 'v1alpha1', kind, ...fields })

/** A named document of a kind, with its other fields. */
export const named = (kind: string, name: string, fields: Mapping = {}): Document => document(kind, { name, ...fields })
