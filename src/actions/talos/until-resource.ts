import type { TalosNode } from '../../talos/api/node.ts'
import type { Kind } from '../../talos/cosi/kind.ts'
import { watchResources } from '../../talos/cosi/watch.ts'
import type { Telling, Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** Which resource of which machine is watched, and what it has to say. */
export interface Awaited<S, T> {
  readonly node: TalosNode
  readonly kind: Kind<S>
  readonly id: string
  /** Judges it, or that there is none. */
  readonly judge: (spec: S | undefined) => Look<T>
}

/** Watches a resource until it says what is waited for: one call, unless the machine goes away meanwhile. */
export async function untilResource<S, T>(
  tools: Pick<Tools, 'clock'>,
  telling: Telling,
  awaited: Awaited<S, T>,
): Promise<T> {
  return await until(tools, telling, () => patiently(() => watchFor(telling, awaited)))
}

/** The same as long as the machine lets itself be watched: what it said last is what is waited for. */
export async function watchFor<S, T>({ progress, signal }: Telling, awaited: Awaited<S, T>): Promise<Look<T>> {
  const { node, kind, id, judge } = awaited
  let told: string | undefined
  for await (const change of watchResources(node, kind, { id, signal, fresh: true })) {
    const found = judge('resource' in change ? change.resource.spec : undefined)
    if ('value' in found) return found
    if (found.waiting !== told) progress(found.waiting)
    told = found.waiting
  }
  return { waiting: told ?? 'it says nothing' }
}
