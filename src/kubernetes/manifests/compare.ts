import { UserError } from '../../user-error.ts'
import type { KubernetesClient } from '../client/client.ts'
import { createDiscovery, type Discover } from '../objects/discovery.ts'
import type { KubernetesObject } from '../objects/kinds.ts'
import { getObject } from '../objects/read.ts'
import { applyYielding } from './apply-yielding.ts'
import { type Entry, entryName, entryOf, type InventoryPlace, isListed, obsolete, readInventory } from './inventory.ts'
import type { ManifestObject } from './parse.ts'
import { findPatiently, inNamespace } from './place.ts'
import { entriesOf, isKept } from './prune.ts'

/** How an object stands that is not as its manifest says; values are left out, since they may be secrets. */
export type Difference =
  /** `unlisted`: it is as it should be, and a run that was cut off has not written it down. */
  | { readonly object: string; readonly state: 'missing' | 'unlisted' }
  | { readonly object: string; readonly state: 'differs'; readonly paths: readonly string[] }
  /** Others have taken these fields over. */
  | { readonly object: string; readonly state: 'owned'; readonly fields: string }
  /** The API server does not take the manifest. */
  | { readonly object: string; readonly state: 'refused'; readonly reason: string }
  /** The part of the API that it belongs to does not answer. */
  | { readonly object: string; readonly state: 'unknown'; readonly reason: string }

/** What separates the cluster from its manifests. */
export interface ManifestState {
  readonly differences: readonly Difference[]
  /** Applied once and no longer in the manifests. */
  readonly obsolete: readonly { readonly object: string; readonly kept: boolean }[]
}

/** Compares manifests with the cluster by letting the API server try them, without changing anything. */
export async function compareManifests(
  client: KubernetesClient,
  objects: readonly ManifestObject[],
  inventory: InventoryPlace,
): Promise<ManifestState> {
  const { find } = createDiscovery(client)
  const listed = await readInventory(client, inventory)
  const found = await Promise.all(objects.map((object) => differenceOf(client, find, object, listed)))
  const gone = obsolete(listed, await entriesOf(objects, find))
  return {
    differences: found.flat(),
    obsolete: gone.map((entry) => ({ object: entryName(entry), kept: isKept(entry) })),
  }
}

async function differenceOf(
  client: KubernetesClient,
  find: Discover,
  written: ManifestObject,
  listed: readonly Entry[],
): Promise<readonly Difference[]> {
  const place = await findPatiently(find, written)
  if (place === undefined) return [{ object: entryName(entryOf(written)), state: 'missing' }]
  if ('silent' in place) return [{ object: entryName(entryOf(written)), state: 'unknown', reason: place.silent }]
  const placed = inNamespace(written, place)
  const object = entryName(entryOf(placed))
  const before = await getObject(client, place, placed.metadata)
  if (before === undefined) return [{ object, state: 'missing' }]
  try {
    const tried = await applyYielding(client, place, placed, { dryRun: true })
    if ('owned' in tried) return [{ object, state: 'owned', fields: tried.owned }]
    const paths = pathsBetween(stable(before), stable(tried.object), '')
    if (paths.length > 0) return [{ object, state: 'differs', paths }]
    return isListed(listed, entryOf(placed)) ? [] : [{ object, state: 'unlisted' }]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return [{ object, state: 'refused', reason: written.kind === 'Secret' ? 'it is refused' : error.message }]
  }
}

/** What the API server keeps about an object, rather than what anybody said of it. */
const KEPT_BY_SERVER: ReadonlySet<string> = new Set(['managedFields', 'resourceVersion', 'generation'])

function stable({ metadata, ...rest }: KubernetesObject): unknown {
  const said = Object.entries(metadata).filter(([key]) => !KEPT_BY_SERVER.has(key))
  return { ...rest, status: undefined, metadata: Object.fromEntries(said) }
}

/** Where two values differ, as paths. */
function pathsBetween(from: unknown, to: unknown, path: string): readonly string[] {
  if (isMap(from) && isMap(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return keys.flatMap((key) => pathsBetween(from[key], to[key], path === '' ? key : `${path}.${key}`))
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    const longest = Math.max(from.length, to.length)
    return Array.from({ length: longest }, (_, at) => pathsBetween(from[at], to[at], `${path}[${at}]`)).flat()
  }
  return from === to ? [] : [path]
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
