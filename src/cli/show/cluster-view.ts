import type { Decision, HostUsage } from '../../placement/types.ts'
import type { Desired, Machine } from '../../resolve/desired.ts'
import type { Spec } from '../../spec/schema/cluster.ts'
import { visible } from '../../spec/visible-text.ts'
import { wrap } from '../../spec/wrap.ts'
import { formatSize, roundSize } from '../../units/size.ts'
import { count } from '../count.ts'
import type { Printer } from '../printer.ts'
import { type Column, type Table, table } from '../table.ts'
import { capacityBar, levelStyle } from './capacity-bar.ts'
import { limitNote } from './limit-note.ts'

const machineColumns: readonly Column<Machine>[] = [
  { title: 'NAME', cell: ({ name }) => name, style: () => 'bold' },
  { title: 'ROLE', cell: ({ role }) => (role === 'worker' ? 'worker' : 'control plane'), shed: 2 },
  { title: 'POOL', cell: ({ pool }) => pool, shed: 3 },
  { title: 'HOST', cell: ({ host }) => host ?? 'not placed' },
  { title: 'VMID', cell: ({ vmid }) => String(vmid), align: 'right' },
  { title: 'ADDRESS', cell: addressCell },
  { title: 'MAC', cell: ({ nics: [first] }) => first.mac, shed: 1 },
  { title: 'CPU', cell: ({ vm }) => String(vm.cores * vm.sockets), align: 'right' },
  { title: 'MEMORY', cell: ({ vm }) => formatSize(vm.memory), align: 'right' },
  { title: 'DISKS', cell: ({ vm }) => formatSize(diskBytes(vm)), align: 'right' },
]

const decisionColumns: readonly Column<Decision>[] = [
  { title: 'MACHINE', cell: ({ machine }) => machine },
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

/** Devices that a machine takes for itself, by the name of their mapping or their address. */
const deviceColumn: Column<Machine> = {
  title: 'DEVICES',
  cell: ({ vm }) => vm.pci.map(({ mapping, address }) => mapping ?? address).join(' '),
}

/** The whole cluster: its machines, where they go and why, and how full that makes the hosts. */
export function clusterView(desired: Desired, spec: Spec | undefined, printer: Printer): string {
  const { decisions, usage } = desired.placement
  const parts = [
    headline(desired, printer),
    machineTable(desired, printer),
    ...(decisions.length === 0 ? [unplaced(printer)] : [decisionTable(decisions, printer)]),
    ...(usage.length === 0 ? [] : [hostTable(usage, spec, printer)]),
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

function machineTable({ machines }: Desired, to: Printer): string[] {
  const withDevices = machines.some(({ vm }) => vm.pci.length > 0)
  const { lines, hidden } = laidOut([...machineColumns, ...(withDevices ? [deviceColumn] : [])], machines, to)
  return [...lines, ...tooNarrow(hidden, to)]
}

/** The reason of a decision names its host, so the column that may go is not missed. */
function decisionTable(decisions: readonly Decision[], to: Printer): string[] {
  return [to.paint('bold', 'Placement'), ...laidOut(decisionColumns, decisions, to).lines]
}

function hostTable(usage: readonly HostUsage[], spec: Spec | undefined, to: Printer): string[] {
  const { lines, hidden } = laidOut(hostColumns, usage, to)
  const known = usage.every(({ cpu, memory }) => cpu.limit !== undefined && memory.limit !== undefined)
  const hint = 'What is not declared under proxmox.hosts is only known once Proxmox is asked.'
  const notes = [limitNote(usage, spec), ...(known ? [] : [hint])]
  return [to.paint('bold', 'Capacity'), ...lines, ...tooNarrow(hidden, to), ...notes.flatMap((text) => note(text, to))]
}

function laidOut<Row>(columns: readonly Column<Row>[], rows: readonly Row[], to: Printer): Table {
  return table(columns, rows, { width: to.columns, paint: to.paint })
}

function tooNarrow(hidden: readonly string[], { paint }: Printer): string[] {
  if (hidden.length === 0) return []
  return [paint('dim', `(too narrow for: ${hidden.map((title) => title.toLowerCase()).join(', ')})`)]
}

function unplaced(to: Printer): string[] {
  return note('Machines are placed once hosts are known: list them under proxmox.hosts, or let Proxmox be asked.', to)
}

function note(text: string, { columns = 80, paint }: Printer): string[] {
  return text === '' ? [] : wrap(text, columns).map((line) => paint('dim', line))
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
