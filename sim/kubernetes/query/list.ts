import type { Api } from '../api.ts'
import { isObject, numberAt, parseJson, textAt } from '../json.ts'
import { type KubeObject, keyOf } from '../object.ts'
import type { Resource } from '../resources/resource.ts'
import { badRequest, expired } from '../status.ts'
import { fieldSelector, labelSelector, type Selector } from './selectors.ts'

/** What of a resource is asked for. */
export interface Selection {
  readonly resource: Resource
  readonly namespace?: string | undefined
  readonly labels?: string | undefined
  readonly fields?: string | undefined
}

/** A page of a list. */
export interface Page {
  readonly items: readonly KubeObject[]
  readonly revision: string
  /** Where the next page begins. */
  readonly next?: string
  readonly remaining?: number
}

/** The test that a selection makes. */
export function selectorOf({ resource, namespace, labels = '', fields = '' }: Selection): Selector {
  const [byLabel, byField] = [labelSelector(labels), fieldSelector(fields, resource.storage)]
  const inNamespace = (object: KubeObject) => namespace === undefined || object.metadata.namespace === namespace
  if (labels === '' && fields === '') return inNamespace
  return (object) => inNamespace(object) && byLabel(object) && byField(object)
}

/** Lists objects, all of them or page by page; later pages show the same moment as the first. */
export function listObjects(
  api: Api,
  selection: Selection,
  { limit = 0, continued = '' }: { readonly limit?: number; readonly continued?: string } = {},
): Page {
  const from = continued === '' ? undefined : readToken(api, continued)
  const revision = from?.revision ?? api.store.revision()
  const held =
    from === undefined ? api.store.list(selection.resource.storage) : snapshot(api, selection.resource, revision)
  const selected = held.filter(selectorOf(selection))
  const rest = from === undefined ? selected : selected.filter(({ metadata }) => keyOf(metadata) > from.after)
  if (limit <= 0 || rest.length <= limit) return { items: rest, revision: String(revision) }
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  const token = { rv: revision, after: last === undefined ? '' : keyOf(last.metadata) }
  return {
    items,
    revision: String(revision),
    next: Buffer.from(JSON.stringify(token)).toString('base64url'),
    remaining: rest.length - limit,
  }
}

/** The objects as they were at a revision: what happened since is undone. */
function snapshot({ store }: Api, { storage }: Resource, revision: number): readonly KubeObject[] {
  const objects = new Map(store.list(storage).map((object) => [keyOf(object.metadata), object]))
  for (const { object, before } of store.since(revision, storage).toReversed()) {
    if (before === undefined) objects.delete(keyOf(object.metadata))
    else objects.set(keyOf(before.metadata), before)
  }
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object)
}

function readToken({ store }: Api, text: string): { readonly revision: number; readonly after: string } {
  const token = parseToken(text)
  const revision = isObject(token) ? numberAt(token, 'rv') : undefined
  if (revision === undefined) throw badRequest('continue key is not valid')
  if (revision < store.oldest())
    throw expired(
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.',
    )
  return { revision, after: textAt(token, 'after') }
}

function parseToken(text: string) {
  try {
    return parseJson(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    throw badRequest('continue key is not valid')
  }
}
