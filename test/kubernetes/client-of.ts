import { createKubernetesClient, type KubernetesClient } from '../../src/kubernetes/client/client.ts'
import { realDial } from '../../src/world/dial.ts'
import { silentLog } from '../../src/world/log.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import type { LoopbackCluster } from '../sim/kubernetes/loopback.ts'

/** Our client for a simulated cluster, by its clock. */
export function clientOf({ access, api }: Pick<LoopbackCluster, 'access' | 'api'>): KubernetesClient {
  const { server, ca, client } = access
  return createKubernetesClient(
    { servers: [server], ca, crt: client.crt, key: client.key },
    { clock: api.clock, dial: realDial, log: silentLog, redaction: createRedaction(), random: () => 0 },
  )
}
