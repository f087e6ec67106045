import type { Api } from '../api.ts'
import { textAt } from '../json.ts'

/** The first free share of the pod network, which is that of Talos unless told otherwise. */
export function nextPodCidr({ store }: Api): string {
  const taken = new Set(store.list('/nodes').map((node) => textAt(node, 'spec', 'podCIDR')))
  for (let number = 0; number < 65_536; number++) {
    const cidr = `10.${244 + (number >> 8)}.${number & 255}.0/24`
    if (!taken.has(cidr)) return cidr
  }
  throw new Error('the pod network has no share left')
}
