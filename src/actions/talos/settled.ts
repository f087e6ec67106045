import type { z } from 'zod'
import type { machineStatus } from '../../talos/cosi/kinds.ts'
import type { Look } from '../until.ts'

/** Whether a machine runs and misses nothing, by what it has said itself. */
export function settledBy(status: z.infer<typeof machineStatus.spec> | undefined): Look<true> {
  if (status?.stage === 'running' && status.status.ready) return { value: true }
  const [unmet] = status?.status.unmetConditions ?? []
  return { waiting: unmet === undefined ? `it is ${status?.stage ?? 'starting'}` : `${unmet.name}: ${unmet.reason}` }
}
