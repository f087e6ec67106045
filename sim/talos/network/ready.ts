import type { Node } from '../node.ts'

/** Whether a machine has an address and a name. */
export const isNetworkReady = ({ state }: Node): boolean =>
  state.network.addresses.length > 0 && state.network.hostname !== ''
