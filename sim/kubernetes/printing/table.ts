import type { JsonObject } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Resource } from '../resources/resource.ts'
import { columnsOf } from './columns.ts'
import { customColumns } from './custom-columns.ts'

/** What the rows of a table carry besides their cells. */
export type Included = 'Metadata' | 'Object' | 'None'

/** Objects as a table, as the server prints them for kubectl. */
export function tableOf(
  resource: Resource,
  objects: readonly KubeObject[],
  {
    now,
    include,
    metadata,
    headless = false,
  }: { now: number; include: Included; metadata: JsonObject; headless?: boolean },
): JsonObject {
  const columns = resource.custom === undefined ? columnsOf(resource.storage) : customColumns(resource.custom.columns)
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: headless ? null : columns.map(({ cell: _, ...definition }) => definition),
    rows: objects.map((object) => ({
      cells: columns.map(({ cell }) => cell(object, now)),
      ...(include === 'None' ? {} : { object: include === 'Object' ? object : partial(object) }),
    })),
  }
}

/** An object of which only the metadata is told. */
export const partial = ({ metadata }: KubeObject): JsonObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata,
})
