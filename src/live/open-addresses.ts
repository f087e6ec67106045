import type { ObservedProxmox } from '../proxmox/observe/observed.ts'
import type { Desired } from '../resolve/desired.ts'
import type { World } from '../world/world.ts'

const TALOS_PORT = 50_000
const ANSWER_MS = 1500

/** An address that will be given. */
export interface OpenAddress {
  readonly address: string
  /** Whose it will be. */
  readonly of: string
}

/** Addresses that will be given and are not in use by the cluster itself. */
export function openAddresses(
  desired: Desired,
  { vms, unread }: Pick<ObservedProxmox, 'vms' | 'unread'>,
): readonly OpenAddress[] {
  const there = new Set([...vms, ...unread].map(({ vmid }) => vmid))
  const machines = desired.machines.filter(({ vmid }) => !there.has(vmid))
  const own = machines.flatMap(({ name, nics }) =>
    nics.flatMap((nic) => nic.addresses.map(({ address }) => ({ address, of: name }))),
  )
  return [...own, ...openVips(desired, there)]
}

/** Once a control plane exists, it may well hold the virtual address. */
function openVips({ machines, network }: Desired, there: ReadonlySet<number>): readonly OpenAddress[] {
  const isBegun = machines.some(({ role, vmid }) => role === 'controlplane' && there.has(vmid))
  return isBegun ? [] : network.vips.map((address) => ({ address, of: 'the Kubernetes API' }))
}

/** Whether somebody is there: also a refusal is an answer. */
export async function answersAt({ dial }: Pick<World, 'dial'>, address: string): Promise<boolean> {
  try {
    const socket = await dial(address, TALOS_PORT, AbortSignal.timeout(ANSWER_MS))
    socket.destroy()
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
  }
}
