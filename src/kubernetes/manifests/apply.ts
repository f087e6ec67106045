import { UserError } from '../../user-error.ts'
import { wait } from '../../world/clock.ts'
import type { KubernetesClient } from '../client/client.ts'
import { applyObject } from '../objects/apply.ts'
import { createDiscovery, type Discover } from '../objects/discovery.ts'
import { CUSTOM_RESOURCES, NAMESPACES } from '../objects/kinds.ts'
import type { Place } from '../objects/paths.ts'
import { getObject } from '../objects/read.ts'
import { deleteObject } from '../objects/write.ts'
import { type Entry, entryOf, type InventoryPlace, obsolete, readInventory, writeInventory } from './inventory.ts'
import { applyOrder } from './order.ts'
import type { ManifestObject } from './parse.ts'

/** How manifests are applied. */
export interface ApplyManifestsOptions {
  /** Where to remember what was applied, so that what is taken out of the manifests is deleted. */
  readonly inventory?: InventoryPlace
  /** Whether to take over fields that others own. */
  readonly force?: boolean
  readonly signal?: AbortSignal
  /** Told each object as it is done. */
  readonly report?: (entry: Entry, what: 'applied' | 'pruned') => void
}

/** What was done. */
export interface ApplyManifestsResult {
  readonly applied: number
  readonly pruned: number
}

const DEFAULT_NAMESPACE = 'default'
const ESTABLISH_MS = 60_000
const POLL_MS = 200

/** Applies manifests in the order in which they can be, and deletes what was applied before and is no longer in them. */
export async function applyManifests(
  client: KubernetesClient,
  objects: readonly ManifestObject[],
  options: ApplyManifestsOptions = {},
): Promise<ApplyManifestsResult> {
  const { inventory, report, signal, force = false } = options
  const discovery = createDiscovery(client)
  const before = inventory === undefined ? [] : await readInventory(client, inventory)
  const done: Entry[] = []
  for (const object of applyOrder(objects)) {
    signal?.throwIfAborted()
    const place = await placeOf(discovery.find, object)
    const placed = inNamespace(object, place)
    await applyObject(client, place, placed, { force })
    done.push(entryOf(placed))
    report?.(entryOf(placed), 'applied')
    if (object.kind === CUSTOM_RESOURCES.kind) {
      await established(client, object.metadata.name, signal)
      discovery.forget()
    }
  }
  if (inventory === undefined) return { applied: done.length, pruned: 0 }
  // Both lists are kept until the old one is gone, so that nothing is forgotten when this is interrupted.
  const gone = obsolete(before, done)
  if (gone.length > 0) await writeInventory(client, inventory, [...gone, ...done])
  const pruned = await prune(client, discovery.find, gone, report)
  await writeInventory(client, inventory, done)
  return { applied: done.length, pruned }
}

async function placeOf(find: Discover, { apiVersion, kind, metadata }: ManifestObject): Promise<Place> {
  const place = await find(apiVersion, kind)
  if (place !== undefined) return place
  throw new UserError('manifest-kind', `${kind} ${metadata.name}: the cluster knows no ${kind} in ${apiVersion}`, {
    hint: 'apply the CustomResourceDefinition with it, or check the version that the cluster serves',
  })
}

function inNamespace(object: ManifestObject, { namespaced }: Place): ManifestObject {
  const { namespace, ...metadata } = object.metadata
  if (!namespaced) return { ...object, metadata }
  return { ...object, metadata: { ...metadata, namespace: namespace ?? DEFAULT_NAMESPACE } }
}

async function established(client: KubernetesClient, name: string, signal: AbortSignal | undefined): Promise<void> {
  const deadline = client.clock.now() + ESTABLISH_MS
  for (;;) {
    const { status } = (await getObject(client, CUSTOM_RESOURCES, { name })) ?? {}
    const conditions = status?.conditions ?? []
    if (conditions.some((each) => each.type === 'Established' && each.status === 'True')) return
    const refused = conditions.find((each) => each.type === 'NamesAccepted' && each.status === 'False')
    if (refused !== undefined || client.clock.now() > deadline)
      throw new UserError(
        'manifest-definition',
        `${name} is not served: ${refused?.message ?? 'the API server does not establish it'}`,
        {
          hint: 'another definition may have the same names',
        },
      )
    await wait(client.clock, POLL_MS, signal)
  }
}

async function prune(
  client: KubernetesClient,
  find: Discover,
  entries: readonly Entry[],
  report: ApplyManifestsOptions['report'],
): Promise<number> {
  let count = 0
  for (const entry of entries) {
    // A namespace may hold what others have put there.
    if (entry.kind === NAMESPACES.kind) continue
    const place = await find(entry.apiVersion, entry.kind)
    if (place === undefined) continue
    const reference = { name: entry.name, namespace: entry.namespace || undefined }
    if (await deleteObject(client, place, reference)) {
      count += 1
      report?.(entry, 'pruned')
    }
  }
  return count
}
