import type { TalosNode } from '../../talos/api/node.ts'
import type { Kind } from '../../talos/cosi/kind.ts'
import { watchResources } from '../../talos/cosi/watch.ts'
import type { Telling, Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** Which kind of resource of which machine is watched, and what all of them together have to say. */
export interface AwaitedKind<S, T> {
  readonly node: TalosNode
  readonly kind: Kind<S>
  /** Judges them by their ids. */
  readonly judge: (specs: ReadonlyMap<string, S>) => Look<T>
}

/** Watches all resources of a kind until they say what is waited for: one call, unless the machine goes away meanwhile. */
export async function untilResources<S, T>(
  tools: Pick<Tools, 'clock'>,
  telling: Telling,
  awaited: AwaitedKind<S, T>,
): Promise<T> {
  return await until(tools, telling, () => patiently(() => watchThem(telling, awaited)))
}

async function watchThem<S, T>({ progress, signal }: Telling, awaited: AwaitedKind<S, T>): Promise<Look<T>> {
  const { node, kind, judge } = awaited
  const specs = new Map<string, S>()
  let isComplete = false
  let told: string | undefined
  for await (const change of watchResources(node, kind, { signal, fresh: true })) {
    if (change.change === 'complete') isComplete = true
    else if (change.change === 'destroyed') specs.delete(change.id)
    else specs.set(change.resource.id, change.resource.spec)
    // Half of what there was in the beginning says nothing.
    if (!isComplete) continue
    const found = judge(specs)
    if ('value' in found) return found
    if (found.waiting !== told) progress(found.waiting)
    told = found.waiting
  }
  return { waiting: told ?? 'it says nothing' }
}
