import { textAt } from '../json.ts'
import { type KubeObject, keyOf } from '../object.ts'
import type { Change } from './store.ts'

/** Where pods are kept. */
export const PODS = '/pods'

/** Finds the pods of a node without looking at all others; those of no node are under an empty name. */
export interface PodsByNode {
  readonly on: (node: string) => readonly KubeObject[]
  readonly note: (change: Change) => void
}

/** Makes the index over the pods that are there. */
export function indexPods(pods: readonly KubeObject[]): PodsByNode {
  const nodes = new Map<string, Map<string, KubeObject>>()
  const put = (pod: KubeObject) => {
    const node = nodeOf(pod)
    const held = nodes.get(node) ?? new Map<string, KubeObject>()
    held.set(keyOf(pod.metadata), pod)
    nodes.set(node, held)
  }
  for (const pod of pods) put(pod)
  return {
    on: (node) => [...(nodes.get(node)?.values() ?? [])],
    note({ type, object, before }) {
      if (before !== undefined) nodes.get(nodeOf(before))?.delete(keyOf(before.metadata))
      if (type !== 'DELETED') put(object)
    },
  }
}

const nodeOf = (pod: KubeObject): string => textAt(pod, 'spec', 'nodeName')
