import { objectAt, objectsAt } from '../../kubernetes/json.ts'
import type { KubeObject } from '../../kubernetes/object.ts'
import type { Node } from '../node.ts'
import { reachableApi } from './clusters.ts'

/** A machine's own node as the API shows it; nothing before it was registered, or while no API answers. */
export const ownNode = (node: Node): KubeObject | undefined =>
  reachableApi(node)?.store.get('/nodes', node.state.network.hostname)

/** Whether a node is ready. */
export const isReady = (node: KubeObject): boolean =>
  objectsAt(objectAt(node, 'status'), 'conditions').some(({ type, status }) => type === 'Ready' && status === 'True')
