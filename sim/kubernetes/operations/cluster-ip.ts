import type { Api } from '../api.ts'
import { textAt } from '../json.ts'

/** A free address for a service, in the range that Talos gives services unless told otherwise. */
export function nextClusterIp({ store }: Api): string {
  const taken = new Set(store.list('/services').map((service) => textAt(service, 'spec', 'clusterIP')))
  for (let number = 11; number < 65_536; number++) {
    const address = `10.96.${number >> 8}.${number & 255}`
    if (!taken.has(address)) return address
  }
  throw new Error('there is no address left for a service')
}
