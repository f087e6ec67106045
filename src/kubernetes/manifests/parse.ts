import { parseAllDocuments } from 'yaml'
import { UserError } from '../../user-error.ts'
import type { KubernetesObject } from '../objects/kinds.ts'

/** An object of a manifest, with all that it says. */
export interface ManifestObject extends KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly [key: string]: unknown
}

/** Reads manifests: several documents, lists of objects taken apart, empty documents left out. */
export function parseManifests(text: string, source: string): readonly ManifestObject[] {
  const parsed = parseAllDocuments(text, { uniqueKeys: true })
  const documents = Array.isArray(parsed) ? parsed : []
  return documents.flatMap((document, index) => {
    const at = `${source}, document ${index + 1}`
    const [fault] = document.errors
    if (fault !== undefined) throw broken(at, fault.message.split('\n')[0] ?? '')
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return value === null || value === undefined ? [] : objectsIn(value, at)
  })
}

function objectsIn(value: unknown, at: string): readonly ManifestObject[] {
  if (!isRecord(value)) throw broken(at, 'it is no object')
  const { apiVersion, kind, items, metadata } = value
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') throw broken(at, 'it has no apiVersion and kind')
  if (kind.endsWith('List') && Array.isArray(items)) return items.flatMap((item) => objectsIn(item, at))
  if (!isRecord(metadata) || typeof metadata.name !== 'string' || metadata.name === '')
    throw broken(at, `the ${kind} has no name (metadata.name)`)
  return [{ ...value, apiVersion, kind, metadata: { ...metadata, name: metadata.name } }]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const broken = (at: string, why: string): UserError =>
  new UserError('manifest', `${at} is no Kubernetes object: ${why}`, {
    hint: 'check it with `kubectl apply --dry-run=client -f`',
  })
