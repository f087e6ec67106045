import type { ObservedVm } from '../proxmox/observe/observed.ts'
import type { Desired, Machine } from '../resolve/desired.ts'

type Network = Pick<Desired['network'], 'vips'>

/** Where a machine is reached: what the file decides, or else what its guest agent says of its first NIC. */
export function addressOf({ nics }: Machine, vm: ObservedVm | undefined, network: Network): string | undefined {
  const [first] = nics
  return first.addresses[0]?.address ?? agentAddress(vm?.addresses, first.mac, network)
}

/** The address of a NIC as the guest agent tells it; link-local ones reach nobody, and a virtual one is another's tomorrow. */
export function agentAddress(addresses: ObservedVm['addresses'], mac: string, { vips }: Network): string | undefined {
  const known = addresses?.[mac.toUpperCase()] ?? []
  const usable = known.filter(
    (address) => !/^(?:127\.|169\.254\.|fe80:|::1$)/i.test(address) && !vips.includes(address),
  )
  return usable.find((address) => !address.includes(':')) ?? usable[0]
}
