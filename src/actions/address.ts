import { agentAddress } from '../live/node-address.ts'
import { readAddresses } from '../proxmox/observe/parts.ts'
import type { Machine } from '../resolve/desired.ts'
import { UserError } from '../user-error.ts'
import { findVm } from './proxmox/find-vm.ts'
import type { Tools } from './tools.ts'

/** Where a machine is reached; nothing while DHCP has not given it an address, or no guest agent tells. */
export async function addressNow(tools: Tools, machine: Machine): Promise<string | undefined> {
  const known = machine.nics[0].addresses[0]?.address ?? tools.learnt.get(machine.name)
  if (known !== undefined) return known
  const vm = await findVm(tools, machine)
  if (vm === undefined || vm.power !== 'running') return undefined
  const found = agentAddress(await readAddresses(tools.proxmox, vm, {}), machine.nics[0].mac, tools.desired.network)
  if (found !== undefined) tools.learnt.set(machine.name, found)
  return found
}

/** Where machines are reached, of those that anybody knows the address of. */
export async function knownAddresses(
  tools: Tools,
  machines: readonly Machine[],
): Promise<readonly { readonly machine: Machine; readonly address: string }[]> {
  const found = await Promise.all(
    machines.map(async (machine) => ({ machine, address: await addressNow(tools, machine).catch(unknown) })),
  )
  return found.flatMap(({ machine, address }) => (address === undefined ? [] : [{ machine, address }]))
}

/** A host that does not answer tells no addresses; whoever needs this very machine will hear of it. */
function unknown(error: unknown): undefined {
  if (error instanceof UserError) return undefined
  throw error
}

/** The same for a machine that must have been reached before. */
export async function knownAddress(tools: Tools, machine: Machine): Promise<string> {
  const address = await addressNow(tools, machine)
  if (address !== undefined) return address
  throw new UserError('no-address', `nobody knows the address of ${machine.name}`, {
    hint: 'its guest agent has to run, or the file has to say the address',
  })
}
