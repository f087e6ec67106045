import type { Clock } from '../../src/world/clock.ts'
import { type Api, type ClusterKeys, openApi } from './api.ts'
import { CONTROLLERS } from './controllers/all.ts'
import { runControllers } from './controllers/run.ts'
import type { KubernetesState } from './state.ts'

/** A cluster at work: its API, and the control plane behind it. */
export interface KubernetesApi extends Api {
  /** Stops the control plane; the state stays as it is. */
  readonly close: () => void
}

/** Opens a cluster over its state: what was begun before goes on. */
export function createKubernetesApi(state: KubernetesState, clock: Clock, keys?: ClusterKeys): KubernetesApi {
  const api = openApi(state, clock, keys)
  return { ...api, close: runControllers(api, CONTROLLERS) }
}
