import type { Storage, Volume } from '../../../../world/storage.ts'
import { pathOf } from '../../storage/definition.ts'
import { volumesOn } from '../../storage/usage.ts'
import type { Asking } from '../asking.ts'

/** The name that a volume gets when it changes hands: the lowest free number of its new owner. */
export function freeName(
  { sim, node }: Pick<Asking, 'sim' | 'node'>,
  storage: Storage,
  vmid: number,
  volume: Volume,
): string {
  const shape = new RegExp(`(?:vm|base)-${vmid}-disk-(\\d+)`)
  const taken = new Set(volumesOn(sim.world, storage, node).map((each) => shape.exec(each.name)?.[1]))
  let number = 0
  while (taken.has(String(number))) number++
  const base = /^(.*base-\d+-[^/]+\/)/.exec(volume.name)?.[1] ?? ''
  const isFiles = pathOf(storage) !== undefined
  return `${base}${isFiles ? `${vmid}/` : ''}vm-${vmid}-disk-${number}${isFiles ? `.${volume.format}` : ''}`
}
