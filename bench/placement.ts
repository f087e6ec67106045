import { place } from '../src/placement/place.ts'
import type { PlacementHost, PlacementMachine, PlacementPolicy } from '../src/placement/types.ts'
import { collect, cpuTime } from './cpu-time.ts'
import { exponent } from './exponent.ts'
import type { Row as Published } from './table.ts'

const GIB = 2 ** 30
const SIZES = [625, 1250, 2500, 5000, 10_000, 20_000]
const MACHINES_PER_HOST = 10
const ROUNDS = 15

const SPREAD: PlacementPolicy = {
  strategy: 'spread',
  reserve: { cpu: 2, memory: 4 * GIB },
  cpuOvercommit: 4,
  maxPerHost: {},
  hostLoss: { workersPercent: 50 },
}

const POOLS = [
  { pool: 'general', cpu: 8, memory: 16 * GIB, disk: 50 * GIB, devices: [] },
  { pool: 'small', cpu: 2, memory: 4 * GIB, disk: 20 * GIB, devices: [] },
  { pool: 'big', cpu: 16, memory: 64 * GIB, disk: 200 * GIB, devices: [] },
  { pool: 'gpu', cpu: 8, memory: 32 * GIB, disk: 100 * GIB, devices: ['gpu'] },
]

/** Measures placement: time by size, how it grows, how it compares with looking at every host for every machine. */
export function placement(print: (line: string) => void): readonly Published[] {
  // The first runs measure the compiler, not the program.
  for (let round = 0; round < 5; round += 1) measure(2500)
  const rows = SIZES.map((size) => measure(size))
  print('machines  hosts  placement  nested loop  ratio  kept heap per machine')
  for (const row of rows) {
    const ratio = row.nested / row.time
    print(
      `${String(row.machines).padStart(8)}  ${String(row.hosts).padStart(5)}  ${ms(row.time)}  ${ms(row.nested).padStart(11)}  ${ratio.toFixed(1).padStart(5)}  ${row.bytes.toFixed(0).padStart(15)} bytes`,
    )
  }
  const growth = (of: (row: Row) => number) => exponent(rows.map((row) => [row.machines, of(row)])).toFixed(2)
  print(
    `time grows as machines^${growth((row) => row.time)} (placement), ^${growth((row) => row.nested)} (nested loop)`,
  )
  print(`  for comparison n·log n over these sizes is ^${growth((row) => row.machines * Math.log(row.machines))}`)
  const machines = machinesFor(10_000)
  const hosts = hostsFor(1_000)
  const ownSizes = machines.map((machine, index) => ({ ...machine, memory: machine.memory + index }))
  const tight = hosts.map((host) => ({ ...host, memory: 160 * GIB }))
  print('10000 machines on 1000 hosts, also:')
  print(`  strategy pack              ${ms(fastest(() => place(machines, hosts, { ...SPREAD, strategy: 'pack' })))}`)
  print(`  every machine its own size ${ms(fastest(() => place(ownSizes, hosts, SPREAD)))}`)
  const left = place(machines, tight, SPREAD).failures.length
  print(`  memory for too few         ${ms(fastest(() => place(machines, tight, SPREAD)))} (${left} without a host)`)
  return [
    {
      what: '`placement`, 625 to 20,000 machines',
      measured: `grows as ^${growth((row) => row.time)}, a nested loop as ^${growth((row) => row.nested)}`,
    },
  ]
}

interface Row {
  readonly machines: number
  readonly hosts: number
  readonly time: number
  readonly nested: number
  readonly bytes: number
}

function measure(size: number): Row {
  const machines = machinesFor(size)
  const hosts = hostsFor(size / MACHINES_PER_HOST)
  const check = place(machines, hosts, SPREAD)
  if (check.failures.length > 0) throw new Error(`bug: ${check.failures[0]?.message}`)
  const time = fastest(() => place(machines, hosts, SPREAD))
  const nested = fastest(() => nestedLoop(machines, hosts))
  const before = heapUsed()
  const kept = place(machines, hosts, SPREAD)
  const bytes = (heapUsed() - before) / kept.decisions.length
  return { machines: size, hosts: hosts.length, time, nested, bytes }
}

function machinesFor(count: number): PlacementMachine[] {
  return Array.from({ length: count }, (_, index) => {
    const of = POOLS[index < count / 2 ? 0 : index < count * 0.75 ? 1 : index < count * 0.98 ? 2 : 3] ?? POOLS[0]
    if (of === undefined || index < 5) return machine(`cp-${index}`, 'controlplane', index, { ...CONTROL_PLANE })
    return machine(`${of.pool}-${index}`, 'worker', index, of)
  })
}

const CONTROL_PLANE = { pool: 'controlplane', cpu: 4, memory: 8 * GIB, disk: 40 * GIB, devices: [] as string[] }

function machine(
  name: string,
  role: PlacementMachine['role'],
  index: number,
  { disk, ...of }: { pool: string; cpu: number; memory: number; disk: number; devices: readonly string[] },
): PlacementMachine {
  return { name, role, index, ...of, storage: { '*': { 'local-zfs': disk, ceph: 10 * GIB } } }
}

function hostsFor(count: number): PlacementHost[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `pve-${index}`,
    cpu: [64, 96, 128][index % 3] ?? 64,
    memory: ([512, 768, 1024][index % 3] ?? 512) * GIB,
    storages: { 'local-zfs': { free: 8192 * GIB }, ceph: { free: 2 ** 22 * GIB, shared: true } },
    devices: index % 4 === 0 ? { gpu: 2 } : {},
  }))
}

/** The plain way over the same data: each machine looks at every host and takes the one with the fewest machines. */
function nestedLoop(machines: readonly PlacementMachine[], hosts: readonly PlacementHost[]): number {
  const left = hosts.map((host) => ({
    count: 0,
    cpu: (host.cpu ?? Infinity) * SPREAD.cpuOvercommit - SPREAD.reserve.cpu,
    memory: (host.memory ?? Infinity) - SPREAD.reserve.memory,
    disk: host.storages?.['local-zfs']?.free ?? Infinity,
    gpus: host.devices?.gpu ?? 0,
  }))
  for (const { cpu, memory, storage, devices } of machines) {
    const disk = storage['*']?.['local-zfs'] ?? 0
    let best: (typeof left)[number] | undefined
    for (const host of left) {
      if (host.cpu < cpu || host.memory < memory || host.disk < disk || host.gpus < devices.length) continue
      if (best === undefined || host.count < best.count) best = host
    }
    if (best === undefined) continue
    best.count += 1
    best.cpu -= cpu
    best.memory -= memory
    best.disk -= disk
    best.gpus -= devices.length
  }
  return left.reduce((most, host) => Math.max(most, host.count), 0)
}

const fastest = (run: () => unknown): number => cpuTime(run, ROUNDS)

/** Bytes in use once all garbage is gone. */
function heapUsed(): number {
  collect()
  return process.memoryUsage().heapUsed
}

function ms(time: number): string {
  return `${time.toFixed(1).padStart(6)} ms`
}
