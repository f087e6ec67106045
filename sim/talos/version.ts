import { isAtLeast as isContractAtLeast } from '../../src/talos/config/contract.ts'
import { type Minor, minors } from '../../src/talos/schema/notation.ts'
import type { Node } from './node.ts'

/** What tells which Talos a machine runs. */
type Running = { readonly state: Pick<Node['state'], 'image'> }

/** The minor version that a machine runs; one that is newer than all known counts as the newest. */
export function minorOf({ state }: Running): Minor {
  const [, minor] = /^v?(\d+\.\d+)/.exec(state.image?.version ?? '') ?? []
  return minors.find((known) => known === minor) ?? minors.at(-1) ?? '1.14'
}

/** Whether a machine runs at least a minor version. */
export const isAtLeast = (node: Running, minor: Minor): boolean => isContractAtLeast(minorOf(node), minor)
