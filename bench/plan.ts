import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { inventoryOf } from '../src/live/inventory.ts'
import type { Live } from '../src/live/live.ts'
import { explain } from '../src/plan/explain.ts'
import { plan as planFor } from '../src/plan/plan.ts'
import { sortGuests } from '../src/proxmox/observe/machines.ts'
import { rosterOf } from '../src/proxmox/ownership/roster.ts'
import type { Desired } from '../src/resolve/desired.ts'
import { nothingThere, vmOf } from '../test/plan/world.ts'
import { clusterOf } from './cluster-of.ts'
import { cpuTime } from './cpu-time.ts'
import { exponent } from './exponent.ts'
import type { Row as Published } from './table.ts'

const SIZES = [10, 100, 1000]
const ROUNDS = 7
const TARGET = 1.1

/** Measures planning: processor time by the number of machines, from sorting what is there to the text of the plan. */
export async function plan(print: (line: string) => void, program: string): Promise<readonly Published[]> {
  // The first runs measure the compiler, not the program.
  const warm = await clusterOf(300)
  for (let round = 0; round < 3; round += 1) measure(300, warm)
  print('machines  sort what is there  room on hosts  first plan  actions  no change  text of the first')
  const rows: Row[] = []
  for (const size of SIZES) {
    const row = measure(size, await clusterOf(size))
    rows.push(row)
    print(
      `${String(size).padStart(8)}  ${ms(row.sorting).padStart(18)}  ${ms(row.room).padStart(13)}  ${ms(row.first)}  ${String(row.actions).padStart(7)}  ${ms(row.same)}  ${ms(row.text)}`,
    )
  }
  const growth = (of: (row: Row) => number) => `^${exponent(rows.map((row) => [row.size, of(row)])).toFixed(2)}`
  print(
    `time grows as machines${growth(({ first }) => first)} (first plan), ${growth(({ same }) => same)} (no change), ${growth(({ sorting }) => sorting)} (sorting), ${growth(({ room }) => room)} (room); target ≤ ^${TARGET}`,
  )
  // A process of its own: this one has bundled the program, and measured much else.
  const said = execFileSync(process.execPath, [program, 'plan-memory'], { encoding: 'utf8' })
  for (const line of said.trim().split('\n')) if (!line.startsWith('#')) print(line)
  const [, peak = '?'] = /(\d+) MiB of the process/.exec(said) ?? []
  return [
    {
      what: '`plan`',
      measured: `first plan ${growth(({ first }) => first)}, no change ${growth(({ same }) => same)}; ${peak} MiB`,
      target: `≤ ^${TARGET}; < 250 MiB`,
    },
  ]
}

interface Row {
  readonly size: number
  readonly sorting: number
  readonly room: number
  readonly first: number
  readonly actions: number
  readonly same: number
  readonly text: number
}

function measure(size: number, desired: Desired): Row {
  const [empty, whole] = [nothingThere(desired), allThere(desired)]
  const made = planFor(desired, empty)
  const unchanged = planFor(desired, whole)
  if (unchanged.actions.length > 0) throw new Error(`bug: ${unchanged.actions[0]?.id} is planned for nothing`)
  const { name: cluster, machines } = desired
  const readings = whole.proxmox.vms.map(({ config, pending, digest, ...guest }) => ({
    guest,
    config,
    pending,
    digest,
  }))
  const sort = () => sortGuests(rosterOf({ cluster, machines }), readings, [])
  if (sort().vms.length !== size) throw new Error('bug: a machine of the cluster is not known as one')
  return {
    size,
    sorting: cpuTime(sort, ROUNDS),
    room: cpuTime(() => inventoryOf(whole.proxmox, machines), ROUNDS),
    actions: made.actions.length,
    first: cpuTime(() => planFor(desired, empty), ROUNDS),
    same: cpuTime(() => planFor(desired, whole), ROUNDS),
    text: cpuTime(() => explain(made), ROUNDS),
  }
}

/** The world in which a cluster is as its file says. */
function allThere(desired: Desired): Live {
  const { machines, kubernetes, talos } = desired
  const start = nothingThere(desired)
  return {
    ...start,
    proxmox: { ...start.proxmox, vms: machines.map((machine) => ({ ...vmOf(desired, machine), power: 'running' })) },
    nodes: Object.fromEntries(
      machines.map(({ name, role, nics, image }) => [
        name,
        {
          kind: 'configured',
          address: nics[0].addresses[0]?.address ?? '',
          version: image.version,
          stage: 'running',
          ready: true,
          config: { kind: 'same' },
          ...(role === 'controlplane' ? { etcd: 'Running' } : {}),
        },
      ]),
    ),
    etcd: {
      state: 'healthy',
      members: machines
        .filter(({ role }) => role === 'controlplane')
        .map(({ name }) => ({ id: name, name, learner: false, healthy: true })),
    },
    kubernetes: {
      kind: 'answers',
      nodes: machines.map(({ name }) => ({ name, ready: true, schedulable: true, version: kubernetes.version })),
      manifests: { differences: [], obsolete: [] },
    },
    home: {
      secrets: 'present',
      clientConfigs: 'present',
      contract: talos.contract,
      bootstrapped: {
        machine: machines[0]?.name ?? '',
        at: '2026-01-01T00:00:00.000Z',
        healthyAt: '2026-01-01T00:01:00.000Z',
      },
    },
  }
}

const ms = (time: number): string => `${time.toFixed(1).padStart(7)} ms`
