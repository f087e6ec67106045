import { UserError } from '../../user-error.ts'
import { wait } from '../../world/clock.ts'
import type { KubernetesClient } from '../client/client.ts'
import { createDiscovery } from '../objects/discovery.ts'
import { CUSTOM_RESOURCES } from '../objects/kinds.ts'
import { getObject } from '../objects/read.ts'
import { applyYielding } from './apply-yielding.ts'
import {
  type Entry,
  entryOf,
  type InventoryPlace,
  isListed,
  obsolete,
  possibleEntries,
  readInventory,
  writeInventory,
} from './inventory.ts'
import { applyOrder } from './order.ts'
import type { ManifestObject } from './parse.ts'
import { findPatiently, inNamespace, placeOf } from './place.ts'

/** How manifests are applied. */
export interface ApplyManifestsOptions {
  /** Where to remember what was applied, so that what is taken out of the manifests can be deleted. */
  readonly inventory: InventoryPlace
  readonly signal?: AbortSignal
  /** Told each object as it is done. */
  readonly report?: (entry: Entry) => void
}

const ESTABLISH_MS = 60_000
const POLL_MS = 200

/** Applies manifests in the order in which they can be, and remembers them; fields that others own stay theirs. */
export async function applyManifests(
  client: KubernetesClient,
  objects: readonly ManifestObject[],
  { inventory, report, signal }: ApplyManifestsOptions,
): Promise<void> {
  const discovery = createDiscovery(client)
  const before = await readInventory(client, inventory)
  const done: Entry[] = []
  for (const object of applyOrder(objects)) {
    signal?.throwIfAborted()
    const found = await findPatiently(discovery.find, object)
    if (found !== undefined && 'silent' in found) {
      done.push(...possibleEntries(object).filter((entry) => isListed(before, entry)))
      continue
    }
    const place = found ?? (await placeOf(discovery.find, object))
    const placed = inNamespace(object, place)
    const entry = entryOf(placed)
    const applied = await applyYielding(client, place, placed)
    // What was never ours must not be on the list either, since what leaves the manifests is deleted by it.
    if ('owned' in applied && !isListed(before, entry)) continue
    done.push(entry)
    report?.(entry)
    if (object.kind === CUSTOM_RESOURCES.kind) {
      await established(client, object.metadata.name, signal)
      discovery.forget()
    }
  }
  // What is no longer wanted stays on the list until it is deleted.
  await writeInventory(client, inventory, [...obsolete(before, done).toReversed(), ...done])
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
