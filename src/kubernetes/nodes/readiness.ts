import type { KubernetesClient } from '../client/client.ts'
import { NODES, type Node } from '../objects/kinds.ts'
import { listObjects } from '../objects/read.ts'
import { isCordonedByTalmox } from './cordon.ts'

/** How a node stands. */
export interface NodeReadiness {
  readonly name: string
  readonly ready: boolean
  readonly unschedulable: boolean
  /** This program cordoned it and has not let go of it. */
  readonly cordonedByTalmox: boolean
  /** What is missing, in the kubelet's own words. */
  readonly reason: string
  readonly kubeletVersion: string
  /** The system it runs on, such as `Talos (v1.13.9)`. */
  readonly system: string
}

/** How the nodes stand that the cluster knows. */
export async function readNodes(client: KubernetesClient): Promise<readonly NodeReadiness[]> {
  const { items } = await listObjects(client, NODES)
  return items.map(readiness)
}

/** How the named nodes stand; one that the cluster does not know yet is not ready. */
export async function nodesReady(
  client: KubernetesClient,
  names: readonly string[],
): Promise<readonly NodeReadiness[]> {
  const known = new Map((await readNodes(client)).map((node) => [node.name, node]))
  return names.map(
    (name) =>
      known.get(name) ?? {
        name,
        ready: false,
        unschedulable: false,
        cordonedByTalmox: false,
        reason: 'is not registered yet',
        kubeletVersion: '',
        system: '',
      },
  )
}

/** Reads how a node stands. */
export function readiness(node: Node): NodeReadiness {
  const { metadata, spec, status } = node
  const condition = status?.conditions?.find(({ type }) => type === 'Ready')
  const ready = condition?.status === 'True'
  return {
    name: metadata.name,
    ready,
    unschedulable: spec?.unschedulable === true,
    cordonedByTalmox: isCordonedByTalmox(node),
    reason: ready ? '' : (condition?.message ?? 'its kubelet has said nothing yet'),
    kubeletVersion: status?.nodeInfo?.kubeletVersion ?? '',
    system: status?.nodeInfo?.osImage ?? '',
  }
}
