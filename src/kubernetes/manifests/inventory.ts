import type { KubernetesClient } from '../client/client.ts'
import { applyObject } from '../objects/apply.ts'
import { CONFIG_MAPS } from '../objects/kinds.ts'
import { getObject } from '../objects/read.ts'
import type { ManifestObject } from './parse.ts'
import { DEFAULT_NAMESPACE } from './place.ts'

/** An object that was applied, by its name. */
export interface Entry {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** Where the list of what was applied is kept. */
export interface InventoryPlace {
  readonly namespace: string
  readonly name: string
}

/** The entry of an object. */
export const entryOf = ({ apiVersion, kind, metadata }: ManifestObject): Entry => ({
  apiVersion,
  kind,
  namespace: metadata.namespace ?? '',
  name: metadata.name,
})

/** What an object may be on the list as while nobody tells whether it has a namespace. */
export const possibleEntries = (object: ManifestObject): readonly Entry[] => [
  entryOf(object),
  entryOf({ ...object, metadata: { ...object.metadata, namespace: DEFAULT_NAMESPACE } }),
]

// Versions of a group come and go, the object stays.
const identity = ({ apiVersion, kind, namespace, name }: Entry): string => {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  return JSON.stringify([group, kind, namespace, name])
}

/** An object as people name it: `Deployment apps/web`. */
export const entryName = ({ kind, namespace, name }: Entry): string =>
  `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`

/** Whether an object is on a list. */
export const isListed = (list: readonly Entry[], entry: Entry): boolean =>
  list.some((one) => identity(one) === identity(entry))

/** What was applied before and is no longer wanted, in the order in which it can be deleted. */
export function obsolete(before: readonly Entry[], wanted: readonly Entry[]): readonly Entry[] {
  const kept = new Set(wanted.map(identity))
  return before.filter((entry) => !kept.has(identity(entry))).toReversed()
}

const KEY = 'objects'

/** Reads what was applied before. */
export async function readInventory(client: KubernetesClient, place: InventoryPlace): Promise<readonly Entry[]> {
  const lines = (await getObject(client, CONFIG_MAPS, place))?.data?.[KEY]?.split('\n') ?? []
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [apiVersion = '', kind = '', namespace = '', name = ''] = line.split(' ')
      return { apiVersion, kind, namespace: namespace === '-' ? '' : namespace, name }
    })
}

/** Keeps what is applied, one object per line. */
export async function writeInventory(
  client: KubernetesClient,
  place: InventoryPlace,
  entries: readonly Entry[],
): Promise<void> {
  const lines = entries.map(
    ({ apiVersion, kind, namespace, name }) => `${apiVersion} ${kind} ${namespace || '-'} ${name}`,
  )
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: place, data: { [KEY]: lines.join('\n') } }
  await applyObject(client, CONFIG_MAPS, object, { force: true })
}
