import type { ObservedVm } from '../observe/observed.ts'
import type { Release } from '../tables/types.ts'
import type { Move, Resize } from './hardware-difference.ts'
import type { WantedVm } from './wanted-vm.ts'

/** One difference with what removes it. */
export type Step = { readonly key: string; readonly phrase: string } & (
  | { readonly kind: 'set' | 'add'; readonly value: string }
  | { readonly kind: 'remove' | 'waiting' | 'replace' | 'blocked' }
  | { readonly kind: 'resize'; readonly resize: Resize }
  | { readonly kind: 'move'; readonly move: Move }
)

/** What of an observed VM is compared. */
export type VmState = Pick<ObservedVm, 'config' | 'pending' | 'power' | 'record'>

/** What a comparison has at hand. */
export interface Comparison {
  readonly wanted: WantedVm
  readonly vm: VmState
  /** The configuration with what waits for the next start: what there is to be compared. */
  readonly present: Readonly<Record<string, string>>
  readonly release: Release
}

/** The configuration as it will be after the next start. */
export function withPending({ config, pending }: Pick<VmState, 'config' | 'pending'>): Record<string, string> {
  const merged: Record<string, string | undefined> = { ...config, ...pending }
  return Object.fromEntries(Object.entries(merged).flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])))
}

/** Whether what is at a key was put there by talmox; a VM without a record is still being made. */
export const isOurs = ({ vm }: Comparison, key: string): boolean => vm.record?.keys.includes(key) ?? true

/** Says that somebody else's device is where ours belongs. */
export const blockedBy = (key: string, text: string): Step => ({
  kind: 'blocked',
  key,
  phrase: `${key} is taken by ${text}, which talmox did not attach`,
})
