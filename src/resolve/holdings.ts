import { type Family, type Ip, type Network, parseIp, parseNetwork } from '../net/ip.ts'
import type { Path } from '../spec/problem.ts'
import { addressesFor } from './addresses.ts'
import { type Draft, whereWritten } from './draft.ts'
import { itemPath } from './item-path.ts'

/** An address that a machine has, and the place in the file that gives it. */
export interface Holding {
  readonly machine: Draft
  /** Position of the NIC, from 0. */
  readonly nic: number
  readonly ip: Ip
  readonly address: string
  /** Whether the file names it for this machine alone, rather than for its pool. */
  readonly own: boolean
  readonly path: Path
}

/** Every address of every machine, NIC by NIC. */
export function holdingsOf(machines: readonly Draft[]): Holding[] {
  return machines.flatMap((machine) =>
    machine.nics.flatMap(({ addresses }, nic) =>
      addresses.map(({ address }) => {
        const ip = parseIp(address)
        const path = addressPath(machine, nic, ip)
        return { machine, nic, ip, address, own: path[0] === 'nodes', path }
      }),
    ),
  )
}

/** Whether the file itself gives the machine its address, so that it takes none from its pool. */
export function hasOwnAddress({ origins }: Draft): boolean {
  return origins.get('nics[0].addresses')?.from === 'file'
}

/** Whether the file itself gives the machine its VMID. */
export function hasOwnVmid({ origins }: Draft): boolean {
  return origins.get('vmid')?.from === 'file'
}

/** Where the file says which addresses a NIC of a machine gets. */
export function addressPath(machine: Draft, nic: number, { family }: Pick<Ip, 'family'>): Path {
  if (nic === 0 && hasOwnAddress(machine)) return whereWritten(machine, 'nics[0].addresses')
  if (nic > 0) {
    const said = machine.settings.network?.nics?.[nic - 1]?.addresses
    return item([...nicPath(machine, nic), 'addresses'], said, machine.index)
  }
  const { path, addresses } = machine.pool
  const both = typeof addresses === 'object' && !Array.isArray(addresses)
  return item([...path, 'addresses', ...(both ? [family] : [])], addressesFor(addresses, family), machine.index)
}

/** Where a further NIC of a machine is written. */
export function nicPath(machine: Draft, nic: number): Path {
  return [...whereWritten(machine, 'network.nics'), nic - 1]
}

/** Finds the networks that the addresses of a NIC must lie in; each text is read once. */
export function nicNetworks(first: readonly Network[]): (machine: Draft, nic: number) => readonly Network[] {
  const read = new Map<readonly string[], readonly Network[]>()
  return (machine, nic) => {
    if (nic === 0) return first
    const said = machine.settings.network?.nics?.[nic - 1]?.cidr ?? []
    const networks = read.get(said) ?? said.map(parseNetwork)
    read.set(said, networks)
    return networks
  }
}

/** A NIC beyond the first as the file writes it, and where. */
export interface WrittenNic {
  readonly said: NonNullable<NonNullable<Draft['settings']['network']>['nics']>[number]
  readonly path: Path
}

/** Every further NIC that is written and used, once, however many machines get it. */
export function writtenNics(machines: readonly Draft[]): WrittenNic[] {
  const seen = new Map(machines.map((machine) => [machine.settings.network?.nics ?? [], machine]))
  return [...seen].flatMap(([nics, machine]) =>
    nics.map((said, position) => ({ said, path: nicPath(machine, position + 1) })),
  )
}

/** A family as people write it. */
export const familyNames: Readonly<Record<Family, string>> = { ipv4: 'IPv4', ipv6: 'IPv6' }

/** How a message names a NIC's machine: the first NIC is the machine itself. */
export function nicName({ machine, nic }: Pick<Holding, 'machine' | 'nic'>): string {
  return nic === 0 ? machine.name : `${machine.name} (net${nic})`
}

/** A value that addresses are compared by. */
export function ipKey({ family, value }: Ip): string {
  return `${family} ${value}`
}

function item(path: Path, said: unknown, index: number): Path {
  return Array.isArray(said) ? itemPath(path, said, index - 1) : path
}
