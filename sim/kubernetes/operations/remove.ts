import { type Api, timestamp } from '../api.ts'
import { listAt, numberAt, textAt } from '../json.ts'
import { type KubeObject, withMetadata } from '../object.ts'
import { conflict } from '../status.ts'
import { withAddresses } from './ip-addresses.ts'
import { type Target, targetKey } from './request.ts'
import { requireObject } from './update.ts'

/** What becomes of objects that the deleted one owns. */
export type Propagation = 'Background' | 'Foreground' | 'Orphan'

/** How an object is deleted. */
export interface RemoveOptions {
  readonly graceSeconds?: number | undefined
  readonly propagation?: Propagation | undefined
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
  readonly dryRun?: boolean | undefined
}

const FINALIZERS: { readonly [P in Propagation]: readonly string[] } = {
  Background: [],
  Foreground: ['foregroundDeletion'],
  Orphan: ['orphan'],
}

/** Deletes an object, or marks it as being deleted where something has to be done first. */
export function removeObject(
  api: Api,
  target: Target,
  options: RemoveOptions = {},
): { readonly object: KubeObject; readonly gone: boolean } {
  const live = requireObject(api, target)
  refuseOther(target, live, options)
  const grace = target.resource.storage === '/pods' ? podGrace(live, options.graceSeconds) : 0
  const added = FINALIZERS[options.propagation ?? 'Background']
  const finalizers = [...new Set([...(live.metadata.finalizers ?? []), ...added])]
  const held = finalizers.length > 0 || listAt(live, 'spec', 'finalizers').length > 0
  if (options.dryRun === true) return { object: live, gone: !held && grace === 0 }
  if (!held && grace === 0) {
    const letGo = () => api.store.remove(target.resource.storage, targetKey(target)) ?? live
    return { object: withAddresses(api, live, undefined, letGo), gone: true }
  }
  return { object: mark(api, target, live, finalizers, grace), gone: false }
}

function mark(api: Api, target: Target, live: KubeObject, finalizers: readonly string[], grace: number): KubeObject {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = live.metadata
  if (deletionTimestamp !== undefined && grace >= deletionGracePeriodSeconds) return live
  const marked = withMetadata(live, {
    deletionTimestamp: timestamp(api, grace * 1000),
    deletionGracePeriodSeconds: grace,
    ...(finalizers.length === 0 ? {} : { finalizers }),
  })
  const isNamespace = target.resource.storage === '/namespaces'
  return api.store.put(target.resource.storage, isNamespace ? { ...marked, status: { phase: 'Terminating' } } : marked)
}

/** How long a pod may take to end: none where no kubelet runs it, or where it has ended already. */
function podGrace(pod: KubeObject, wanted: number | undefined): number {
  const phase = textAt(pod, 'status', 'phase')
  if (textAt(pod, 'spec', 'nodeName') === '' || phase === 'Succeeded' || phase === 'Failed') return 0
  return wanted ?? numberAt(pod, 'spec', 'terminationGracePeriodSeconds') ?? 30
}

function refuseOther({ resource, name }: Target, { metadata }: KubeObject, options: RemoveOptions): void {
  const differs = (what: string, wanted: string | undefined, found: string) => {
    if (wanted === undefined || wanted === found) return
    throw conflict(
      resource,
      name,
      `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`,
    )
  }
  differs('UID', options.uid, metadata.uid)
  differs('ResourceVersion', options.resourceVersion, metadata.resourceVersion)
}
