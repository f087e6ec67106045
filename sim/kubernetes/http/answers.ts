import type { JsonObject } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { type Included, partial, tableOf } from '../printing/table.ts'
import type { Page } from '../query/list.ts'
import type { WatchEvent } from '../query/watch.ts'
import { groupVersion, type Resource } from '../resources/resource.ts'
import type { Shape } from './negotiate.ts'

/** How objects are shown to one client. */
export interface View {
  readonly shape: Shape
  readonly include: Included
  readonly now: number
}

/** Which part of an object the rows of a table are to carry. */
export function includedFor(query: URLSearchParams): Included {
  const wish = query.get('includeObject')
  return wish === 'Object' || wish === 'None' ? wish : 'Metadata'
}

/** One object as it is asked for; in another version of its group only the version changes. */
export function showObject(resource: Resource, object: KubeObject, { shape, include, now }: View): JsonObject {
  const own = { ...object, apiVersion: groupVersion(resource) }
  const metadata = { resourceVersion: object.metadata.resourceVersion }
  if (shape === 'table') return tableOf(resource, [own], { now, include, metadata })
  return shape === 'partial' ? partial(own) : own
}

/** A page as it is asked for. */
export function showPage(resource: Resource, page: Page, { shape, include, now }: View): JsonObject {
  const metadata = {
    resourceVersion: page.revision,
    ...(page.next === undefined ? {} : { continue: page.next }),
    ...(page.remaining === undefined ? {} : { remainingItemCount: page.remaining }),
  }
  if (shape === 'table') return tableOf(resource, page.items, { now, include, metadata })
  if (shape === 'partial')
    return {
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
      items: page.items.map(partial),
    }
  const items = page.items.map(({ kind: _k, apiVersion: _v, ...item }) => item)
  const typed = resource.custom === undefined ? items : page.items
  return { kind: resource.listKind, apiVersion: groupVersion(resource), metadata, items: typed }
}

/** Shows events one after the other; only the first table has a head. */
export function eventView(resource: Resource, view: () => View): (event: WatchEvent) => JsonObject {
  let headless = false
  return ({ type, object }) => {
    const { shape, include, now } = view()
    if (type === 'BOOKMARK' || !isKept(object)) return { type, object }
    if (shape !== 'table') return { type, object: showObject(resource, object, { shape, include, now }) }
    const metadata = { resourceVersion: object.metadata.resourceVersion }
    const table = tableOf(resource, [object], { now, include, metadata, headless })
    headless = true
    return { type, object: table }
  }
}

function isKept(object: JsonObject): object is KubeObject {
  return typeof object.apiVersion === 'string' && typeof object.kind === 'string' && typeof object.metadata === 'object'
}
