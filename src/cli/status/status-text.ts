import { type CertificateExpiry, describeExpiry } from '../../talos/certificates/expiry.ts'
import { roundSize } from '../../units/size.ts'
import type { Printer } from '../printer.ts'
import { capacityBar, levelStyle } from '../show/capacity-bar.ts'
import { type Column, table } from '../table.ts'
import { healthLines } from './health-lines.ts'
import type { Capacity, MachineStatus, Status } from './status.ts'

const GOOD = 'green'
const BAD = 'red'

const machineColumns: readonly Column<MachineStatus>[] = [
  { title: 'MACHINE', cell: ({ name }) => name, style: () => 'bold' },
  { title: 'ROLE', cell: ({ role }) => (role === 'controlplane' ? 'control plane' : 'worker'), shed: 1 },
  { title: 'HOST', cell: ({ host }) => host ?? '-' },
  { title: 'VMID', cell: ({ vmid }) => String(vmid) },
  { title: 'ADDRESS', cell: ({ address }) => address ?? '-' },
  {
    title: 'POWER',
    cell: ({ power }) => power,
    style: ({ power }) => (power === 'running' ? undefined : BAD),
    shed: 3,
  },
  { title: 'TALOS', cell: ({ talos }) => talos ?? '-', shed: 2 },
  {
    title: 'STAGE',
    cell: ({ stage }) => stage ?? '-',
    style: ({ stage }) => (stage === 'running' ? undefined : 'yellow'),
  },
  {
    title: 'NODE',
    cell: ({ ready }) => (ready === null ? '-' : ready ? 'ready' : 'not ready'),
    style: ({ ready }) => (ready === true ? GOOD : BAD),
  },
]

const memoryOf = ({ memoryUsed, memoryTotal }: Capacity) => ({
  used: memoryUsed ?? 0,
  ...(memoryTotal === undefined ? {} : { limit: memoryTotal }),
})

const hostColumns: readonly Column<Capacity>[] = [
  { title: 'HOST', cell: ({ host }) => host, style: () => 'bold' },
  { title: 'CPU', cell: ({ cpus }) => (cpus === undefined ? '-' : String(cpus)), align: 'right' },
  {
    title: 'MEMORY',
    cell: ({ memoryUsed, memoryTotal }) =>
      memoryUsed === undefined || memoryTotal === undefined
        ? '-'
        : `${roundSize(memoryUsed)} of ${roundSize(memoryTotal)}`,
  },
  { title: '', cell: (host) => capacityBar(memoryOf(host)), style: (host) => levelStyle(memoryOf(host)) },
  {
    title: 'STORAGES',
    cell: ({ storages, unreachable }) =>
      unreachable ??
      storages.map(({ name, used, total }) => `${name} ${roundSize(used)} of ${roundSize(total)}`).join(', '),
  },
]

/** How a cluster stands, for people. */
export function statusLines(status: Status, { paint, columns }: Printer, now: Date): readonly string[] {
  const lay = { width: columns, paint }
  const { healthy, cluster, endpoint, conditions, drift } = status
  return [
    `${paint('bold', cluster)} is ${healthy ? paint(GOOD, 'healthy') : paint(['bold', BAD], 'not healthy')}${endpoint === null ? '' : `: ${endpoint}`}`,
    '',
    ...table(machineColumns, status.machines, lay).lines,
    '',
    ...healthLines(conditions, paint, columns),
    `${drift.actions + drift.refused === 0 ? paint(GOOD, '✓') : paint('yellow', '~')} ${drift.actions + drift.refused === 0 ? 'all is as the file says' : `${drift.text} \`talmox plan\` shows it`}`,
    '',
    ...table(hostColumns, status.capacity, lay).lines,
    '',
    ...expiryLines(status.certificates, now, paint),
  ]
}

const SOON_MS = 30 * 24 * 3_600_000

function expiryLines(
  certificates: readonly CertificateExpiry[],
  now: Date,
  paint: Printer['paint'],
): readonly string[] {
  const width = Math.max(0, ...certificates.map(({ name }) => name.length))
  return certificates.map((one) => {
    const line = `${one.name.padEnd(width)}  ${describeExpiry(one, now)}`
    return one.until.getTime() - now.getTime() < SOON_MS ? paint('yellow', line) : line
  })
}
