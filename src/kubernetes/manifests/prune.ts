import { UserError } from '../../user-error.ts'
import type { KubernetesClient } from '../client/client.ts'
import { createDiscovery } from '../objects/discovery.ts'
import { CUSTOM_RESOURCES, type KubernetesObject, NAMESPACES } from '../objects/kinds.ts'
import { getObject } from '../objects/read.ts'
import { deleteObject, FIELD_MANAGER } from '../objects/write.ts'
import {
  type Entry,
  entryName,
  entryOf,
  type InventoryPlace,
  obsolete,
  possibleEntries,
  readInventory,
  writeInventory,
} from './inventory.ts'
import type { ManifestObject } from './parse.ts'
import { findPatiently, inNamespace } from './place.ts'

/** With these everything would go that others have put into them, or made of them. */
const KEPT: readonly string[] = [NAMESPACES.kind, CUSTOM_RESOURCES.kind]

/** Whether an object stays although no manifest has it any more. */
export const isKept = ({ kind }: Pick<Entry, 'kind'>): boolean => KEPT.includes(kind)

/** Deletes what was applied before and is no longer in the manifests, and forgets it; what is not ours is only forgotten. */
export async function pruneManifests(
  client: KubernetesClient,
  objects: readonly ManifestObject[],
  inventory: InventoryPlace,
  report?: (entry: Entry) => void,
): Promise<void> {
  const { find } = createDiscovery(client)
  const before = await readInventory(client, inventory)
  const wanted = await entriesOf(objects, find)
  const gone = obsolete(before, wanted)
  const silent: Entry[] = []
  for (const entry of gone) {
    const place = isKept(entry) ? undefined : await findPatiently(find, entry)
    if (place === undefined) continue
    if ('silent' in place) {
      silent.push(entry)
      continue
    }
    const reference = { name: entry.name, namespace: entry.namespace || undefined }
    const found = await getObject(client, place, reference)
    if (found === undefined || !isOurs(found)) continue
    await deleteObject(client, place, reference, { uid: found.metadata.uid })
    report?.(entry)
  }
  if (gone.length > 0)
    await writeInventory(
      client,
      inventory,
      before.filter((entry) => !gone.includes(entry) || silent.includes(entry)),
    )
  if (silent.length > 0) throw notNow(silent)
}

/** What cannot be deleted stays on the list, and is deleted once it can be. */
const notNow = (silent: readonly Entry[]): UserError =>
  new UserError('manifest-api-down', `${silent.map(entryName).join(', ')} cannot be deleted: its API does not answer`, {
    hint: 'kubectl get apiservices says which service is down; run again once it answers',
  })

/**
 * An object whose fields were all left to others, or that somebody made anew under the same name, has nothing of ours; the
 * API server keeps no manager of an object without fields, which nobody has touched since it was put on the list.
 */
const isOurs = ({ metadata: { managedFields = [] } }: KubernetesObject): boolean =>
  managedFields.length === 0 || managedFields.some(({ manager }) => manager === FIELD_MANAGER)

/** The objects as the list has them; of a kind that the cluster does not know nothing can be on it. */
export async function entriesOf(
  objects: readonly ManifestObject[],
  find: ReturnType<typeof createDiscovery>['find'],
): Promise<readonly Entry[]> {
  const entries = await Promise.all(
    objects.map(async (object) => {
      const place = await findPatiently(find, object)
      if (place === undefined) return []
      return 'silent' in place ? possibleEntries(object) : [entryOf(inNamespace(object, place))]
    }),
  )
  return entries.flat()
}
