import type { Api } from '../api.ts'
import { numberAt, objectAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'

/** Where it is registered which server serves which version of a group. */
export const REGISTRATIONS = 'apiregistration.k8s.io/apiservices'

/** A version of a group that a server in the cluster serves, as far as the API server knows. */
export interface RemoteVersion {
  readonly group: string
  readonly version: string
}

/** Whether a version of a group is served by another server. */
export const isRemote = (registration: KubeObject): boolean => textAt(registration, 'spec', 'service', 'name') !== ''

/** The versions of groups that other servers are said to serve, those with the highest priority first. */
export function remoteVersions({ store }: Api): readonly RemoteVersion[] {
  const priority = (each: KubeObject) => numberAt(objectAt(each, 'spec'), 'versionPriority') ?? 0
  return store
    .list(REGISTRATIONS)
    .filter(isRemote)
    .toSorted((a, b) => priority(b) - priority(a))
    .map((each) => ({
      group: textAt(each, 'spec', 'group'),
      version: textAt(each, 'spec', 'version'),
    }))
}

/** The version of a group that a path is about, where another server serves it. */
export function remoteAt(api: Api, path: string): RemoteVersion | undefined {
  const [root, group, version] = path.split('/').filter((part) => part !== '')
  if (root !== 'apis' || version === undefined) return undefined
  return remoteVersions(api).find((each) => each.group === group && each.version === version)
}
