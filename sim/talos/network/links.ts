import type { Hardware } from '../../guest/guest.ts'
import type { LinkState } from './state.ts'

/** The first slot of the bus that Proxmox gives to a network card. */
const FIRST_SLOT = 18

const DRIVERS: Readonly<Record<string, string>> = { virtio: 'virtio_net', vmxnet3: 'vmxnet3', rtl8139: '8139cp' }

/** The cards as the kernel names them: images for clouds count them, others name them by their slot. */
export function findLinks({ nics }: Hardware, platform: string): LinkState[] {
  return nics.map(({ mac, model, bridge, linkDown }, index) => ({
    name: platform === 'metal' ? `ens${FIRST_SLOT + index}` : `eth${index}`,
    index: index + 2,
    aliases: [],
    mac: mac.toLowerCase(),
    driver: DRIVERS[model] ?? 'e1000',
    busPath: `0000:06:${(FIRST_SLOT + index).toString(16)}.0`,
    ...(bridge === undefined ? {} : { bridge }),
    up: !linkDown,
    mtu: 1500,
  }))
}
