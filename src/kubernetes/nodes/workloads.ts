import type { KubernetesClient } from '../client/client.ts'
import { DAEMON_SETS, DEPLOYMENTS } from '../objects/kinds.ts'
import { getObject } from '../objects/read.ts'

/** How many pods of a workload there should be and how many are ready. */
export interface WorkloadReadiness {
  readonly desired: number
  readonly ready: number
}

/** Reads how workloads stand, in the shape in which checks of a cluster's health ask; nothing where there is none. */
export function workloadReader(client: KubernetesClient) {
  const READERS = {
    DaemonSet: async (namespace: string, name: string): Promise<WorkloadReadiness | undefined> => {
      const found = await getObject(client, DAEMON_SETS, { namespace, name })
      const { desiredNumberScheduled = 0, numberReady = 0 } = found?.status ?? {}
      return found === undefined ? undefined : { desired: desiredNumberScheduled, ready: numberReady }
    },
    Deployment: async (namespace: string, name: string): Promise<WorkloadReadiness | undefined> => {
      const found = await getObject(client, DEPLOYMENTS, { namespace, name })
      return found === undefined
        ? undefined
        : { desired: found.spec?.replicas ?? 1, ready: found.status?.readyReplicas ?? 0 }
    },
  }
  return (kind: keyof typeof READERS, namespace: string, name: string) => READERS[kind](namespace, name)
}
