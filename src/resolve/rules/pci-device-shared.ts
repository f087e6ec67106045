import type { Spec } from '../../spec/schema/cluster.ts'
import { type Draft, whereItem } from '../draft.ts'
import { fullAddress, overlaps } from '../pci-address.ts'
import type { Finding, Rule } from '../rule.ts'

/** Who takes functions of one slot, on one host or, where the host is open, on any. */
interface Users {
  readonly host: string | undefined
  readonly slot: string
  readonly first: { readonly machine: Draft; readonly index: number }
  /** Machines by the function they take; `*` takes all functions. */
  readonly byFunction: Map<string, number>
}

/** A device can be in one machine at a time; where the file declares devices, placement counts them. */
export const pciDeviceShared: Rule = {
  code: 'pci-device-shared',
  severity: 'error',
  summary: 'a PCI address of a host is given to one machine only',
  check: ({ spec, hosts, machines }) => {
    const users = new Map<string, Users>()
    for (const machine of machines)
      for (const [index, { address }] of machine.vm.pci.entries())
        if (address !== undefined && !isDeclared(spec, address)) {
          const host = machine.pin?.host ?? (hosts?.length === 1 ? hosts[0] : undefined)
          note(users, host, fullAddress(address), { machine, index })
        }
    return [...users.values()].flatMap((one) => faultOf(one, hosts))
  },
}

function note(users: Map<string, Users>, host: string | undefined, address: string, first: Users['first']): void {
  const [slot = '', part = '*'] = address.split('.')
  const key = JSON.stringify([host, slot])
  const known = users.get(key) ?? { host, slot, first, byFunction: new Map() }
  users.set(key, known)
  known.byFunction.set(part, (known.byFunction.get(part) ?? 0) + 1)
}

/** A function is taken by those who name it and by those who take the whole slot. */
function busiest({ slot, byFunction }: Users): { address: string; count: number } {
  const whole = byFunction.get('*') ?? 0
  const counts = [...byFunction].map(([part, count]) => ({
    address: `${slot}.${part}`,
    count: part === '*' ? count : count + whole,
  }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most), { address: `${slot}.*`, count: 0 })
}

function faultOf(users: Users, hosts: readonly string[] | undefined): Finding[] {
  const { host, first } = users
  const { address, count } = busiest(users)
  const room = host === undefined ? hosts?.length : 1
  if (room === undefined || count <= room) return []
  const where = host === undefined ? `${room} hosts` : host
  return [
    {
      path: whereItem(first.machine, 'vm.pci', first.index, 'address'),
      message: `${count} machines on ${where} are to have the device ${address}, which one host has once`,
      hint: 'lower the count, or pin the machines to hosts of their own',
    },
  ]
}

function isDeclared({ proxmox }: Spec, address: string): boolean {
  const wanted = fullAddress(address)
  const declared = Object.values(proxmox?.hosts ?? {}).flatMap(({ pci }) => Object.keys(pci ?? {}))
  return declared.some((name) => name.includes(':') && overlaps(fullAddress(name), wanted))
}
