import type { Decision, HostUsage } from '../../placement/types.ts'
import type { Desired, Machine } from '../../resolve/desired.ts'
import { visible } from '../../spec/visible-text.ts'
import { formatSize, roundSize } from '../../units/size.ts'
import { count } from '../count.ts'
import type { Printer } from '../printer.ts'
import { type Column, table } from '../table.ts'
import { wrap } from '../wrap.ts'
import { capacityBar, levelStyle } from './capacity-bar.ts'

const machineColumns: readonly Column<Machine>[] = [
  { title: 'NAME', cell: ({ name }) => name, style: () => 'bold' },
  { title: 'ROLE', cell: ({ role }) => (role === 'worker' ? 'worker' : 'control plane'), shed: 2 },
  { title: 'POOL', cell: ({ pool }) => pool, shed: 3 },
  { title: 'HOST', cell: ({ host }) => host ?? 'open' },
  { title: 'VMID', cell: ({ vmid }) => String(vmid), align: 'right' },
  { title: 'ADDRESS', cell: addressCell },
  { title: 'MAC', cell: ({ nics: [first] }) => first.mac, shed: 1 },
  { title: 'CPU', cell: ({ vm }) => String(vm.cores * vm.sockets), align: 'right' },
  { title: 'MEMORY', cell: ({ vm }) => formatSize(vm.memory), align: 'right' },
  { title: 'DISKS', cell: ({ vm }) => formatSize(diskBytes(vm)), align: 'right' },
]

const decisionColumns: readonly Column<Decision>[] = [
  { title: 'MACHINE', cell: ({ machine }) => machine },
  // The reason names the host as well.
  { title: 'HOST', cell: ({ host }) => host, shed: 1 },
  { title: 'WHY', cell: ({ reason }) => reason, style: () => 'dim' },
]

const hostColumns: readonly Column<HostUsage>[] = [
  { title: 'HOST', cell: ({ host }) => host },
  { title: 'MACHINES', cell: ({ machines }) => String(machines), align: 'right' },
  { title: 'CPU', cell: ({ cpu }) => of(String(cpu.used), cpu.limit?.toString()), align: 'right' },
  { title: '', cell: ({ cpu }) => capacityBar(cpu), style: ({ cpu }) => levelStyle(cpu) },
  {
    title: 'MEMORY',
    cell: ({ memory: { used, limit } }) => of(roundSize(used), limit === undefined ? undefined : roundSize(limit)),
    align: 'right',
  },
  { title: '', cell: ({ memory }) => capacityBar(memory), style: ({ memory }) => levelStyle(memory) },
  { title: 'STORAGES', cell: storagesCell, shed: 1 },
]

/** The whole cluster: its machines, where they go and why, and how full that makes the hosts. */
export function clusterView(desired: Desired, printer: Printer): string {
  const { decisions, usage } = desired.placement
  const parts = [
    headline(desired, printer),
    machineTable(desired, printer),
    ...(decisions.length === 0 ? [unplaced(printer)] : [titled('Placement', decisionColumns, decisions, printer)]),
    ...(usage.length === 0 ? [] : [hostTable(usage, printer)]),
  ]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function headline({ name, talos, kubernetes, network, machines }: Desired, { paint }: Printer): string[] {
  const endpoint = network.endpoint ?? 'the address that the first control plane gets'
  return [
    `${paint('bold', visible(name))}: ${count(machines.length, 'machine')}, Talos ${talos.version}, Kubernetes ${kubernetes.version}`,
    `Kubernetes API: ${visible(endpoint)}`,
  ]
}

function machineTable({ machines }: Desired, { columns: width, paint }: Printer): string[] {
  const { lines, hidden } = table(machineColumns, machines, { width, paint })
  if (hidden.length === 0) return [...lines]
  const names = hidden.map((title) => title.toLowerCase()).join(', ')
  return [...lines, paint('dim', `(too narrow for: ${names})`)]
}

function titled<Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[], to: Printer): string[] {
  return [to.paint('bold', title), ...table(columns, rows, { width: to.columns, paint: to.paint }).lines]
}

function hostTable(usage: readonly HostUsage[], to: Printer): string[] {
  const lines = titled('Capacity', hostColumns, usage, to)
  if (usage.every(({ cpu, memory }) => cpu.limit !== undefined && memory.limit !== undefined)) return lines
  const hint = 'What is not declared under proxmox.hosts is only known once Proxmox is asked.'
  return [...lines, ...note(hint, to)]
}

function unplaced(to: Printer): string[] {
  return note('Machines are placed once hosts are known: list them under proxmox.hosts, or let Proxmox be asked.', to)
}

function note(text: string, { columns = 80, paint }: Printer): string[] {
  return wrap(text, columns).map((line) => paint('dim', line))
}

function addressCell({ nics: [first] }: Machine): string {
  return first.addresses.map(({ address }) => address).join(' ') || 'dhcp'
}

function storagesCell({ storages }: HostUsage): string {
  return Object.entries(storages)
    .map(
      ([name, { used, limit }]) => `${name} ${of(roundSize(used), limit === undefined ? undefined : roundSize(limit))}`,
    )
    .join(', ')
}

function diskBytes({ disk, disks }: Machine['vm']): number {
  return [disk, ...disks].reduce((sum, { size }) => sum + size, 0)
}

function of(used: string, limit: string | undefined): string {
  return limit === undefined ? used : `${used} of ${limit}`
}
