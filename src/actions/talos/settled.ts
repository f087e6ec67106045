import type { z } from 'zod'
import type { TalosNode } from '../../talos/api/node.ts'
import { machineStatus } from '../../talos/cosi/kinds.ts'
import { getSingle } from '../../talos/cosi/read.ts'
import type { Look } from '../until.ts'

/** Whether a machine runs and misses nothing, as it says itself. */
export const settled = async (node: TalosNode): Promise<Look<true>> =>
  settledBy(await getSingle(node, machineStatus, { fresh: true }))

/** The same by what it has said. */
export function settledBy(status: z.infer<typeof machineStatus.spec> | undefined): Look<true> {
  if (status?.stage === 'running' && status.status.ready) return { value: true }
  const [unmet] = status?.status.unmetConditions ?? []
  return { waiting: unmet === undefined ? `it is ${status?.stage ?? 'starting'}` : `${unmet.name}: ${unmet.reason}` }
}
