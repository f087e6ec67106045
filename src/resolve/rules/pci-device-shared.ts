import type { Spec } from '../../spec/schema/cluster.ts'
import { type Draft, whereItem } from '../draft.ts'
import { fullAddress } from '../pci-address.ts'
import type { Finding, Rule } from '../rule.ts'

interface Users {
  readonly host: string | undefined
  readonly address: string
  readonly first: { readonly machine: Draft; readonly index: number }
  count: number
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
          note(users, { host, address: fullAddress(address), first: { machine, index }, count: 1 })
        }
    return [...users.values()].flatMap((one) => faultOf(one, hosts))
  },
}

function note(users: Map<string, Users>, one: Users): void {
  const key = JSON.stringify([one.host, one.address])
  const known = users.get(key)
  if (known === undefined) users.set(key, one)
  else known.count += 1
}

function faultOf({ host, address, first, count }: Users, hosts: readonly string[] | undefined): Finding[] {
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
  return Object.values(proxmox?.hosts ?? {}).some(({ pci }) => pci !== undefined && Object.hasOwn(pci, address))
}
