import type { TalosNode } from '../../talos/api/node.ts'
import { machineStatus } from '../../talos/cosi/kinds.ts'
import { getSingle } from '../../talos/cosi/read.ts'
import type { Look } from '../until.ts'

/** Whether a machine runs and misses nothing, as it says itself. */
export async function settled(node: TalosNode): Promise<Look<true>> {
  const status = await getSingle(node, machineStatus, { fresh: true })
  if (status?.stage === 'running' && status.status.ready) return { value: true }
  const [unmet] = status?.status.unmetConditions ?? []
  return { waiting: unmet === undefined ? `it is ${status?.stage ?? 'starting'}` : `${unmet.name}: ${unmet.reason}` }
}
