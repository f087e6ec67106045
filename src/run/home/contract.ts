import type { Desired } from '../../resolve/desired.ts'
import type { Loaded } from '../../spec/load.ts'
import type { ClusterFacts } from './facts.ts'

/** A cluster keeps the contract it was made with, unless the file says another one itself, which is then refused. */
export function withContract(desired: Desired, facts: ClusterFacts | undefined, { spec }: Loaded): Desired {
  if (facts === undefined || spec?.talos?.contract !== undefined) return desired
  return { ...desired, talos: { ...desired.talos, contract: facts.contract } }
}
