import type { KubernetesClient } from '../client/client.ts'
import { isKubernetesError } from '../client/error.ts'
import type { Place } from './paths.ts'
import { decode } from './read.ts'

/** Finds where objects of a kind live; nothing when the cluster does not know it. */
export type Discover = (apiVersion: string, kind: string) => Promise<Place | undefined>

interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[]
}

/** Asks the cluster for each version of a group once; `forget` when new definitions have come. */
export function createDiscovery(client: KubernetesClient): { readonly find: Discover; readonly forget: () => void } {
  const known = new Map<string, Promise<readonly Place[]>>()
  const read = async (apiVersion: string): Promise<readonly Place[]> => {
    const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
    try {
      const { resources = [] } = decode<ResourceList>(await client.request({ method: 'GET', path }))
      return resources
        .filter(({ name }) => !name.includes('/'))
        .map(({ name, kind, namespaced }) => ({ apiVersion, kind, plural: name, namespaced }))
    } catch (error) {
      if (isKubernetesError(error, 'kubernetes-not-found')) return []
      throw error
    }
  }
  return {
    async find(apiVersion, kind) {
      const coming = known.get(apiVersion) ?? read(apiVersion)
      known.set(apiVersion, coming)
      try {
        return (await coming).find((place) => place.kind === kind)
      } catch (error) {
        known.delete(apiVersion)
        throw error
      }
    },
    forget: () => known.clear(),
  }
}
