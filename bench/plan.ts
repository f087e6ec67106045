import { performance } from 'node:perf_hooks'
import { stringify } from 'yaml'
import type { Live } from '../src/live/live.ts'
import { explain } from '../src/plan/explain.ts'
import { plan as planFor } from '../src/plan/plan.ts'
import type { Desired } from '../src/resolve/desired.ts'
import { resolve } from '../src/resolve/resolve.ts'
import { loadText } from '../src/spec/load.ts'
import { nothingThere, vmOf } from '../test/plan/world.ts'
import { exponent } from './exponent.ts'

const SIZES = [10, 100, 1000, 5000]

/** Measures planning: time by the number of machines for a first plan and for a cluster that is as it should be. */
export async function plan(print: (line: string) => void): Promise<void> {
  const worlds = []
  for (const size of SIZES) worlds.push({ size, desired: await clusterOf(size) })
  // The first runs measure the compiler, not the program.
  const warm = worlds[1]
  for (let round = 0; round < 20; round += 1) if (warm !== undefined) planFor(warm.desired, allThere(warm.desired))
  print('machines  first plan  actions  no change  text of the first')
  const rows = worlds.map(({ size, desired }) => measure(size, desired))
  for (const { size, first, actions, same, text } of rows) {
    print(`${String(size).padStart(8)}  ${ms(first)}  ${String(actions).padStart(7)}  ${ms(same)}  ${ms(text)}`)
  }
  // Ten machines take less than what every plan takes.
  const large = rows.filter(({ size }) => size >= 100)
  const growth = (of: (row: Row) => number) => exponent(large.map((row) => [row.size, of(row)])).toFixed(2)
  print(
    `time grows as machines^${growth(({ first }) => first)} (first plan), ^${growth(({ same }) => same)} (no change)`,
  )
  const most = process.resourceUsage().maxRSS / 1024
  print(`most memory of the whole process, resolving included: ${most.toFixed(0)} MB`)
}

interface Row {
  readonly size: number
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
  return {
    size,
    actions: made.actions.length,
    first: fastest(() => planFor(desired, empty)),
    same: fastest(() => planFor(desired, whole)),
    text: fastest(() => explain(made)),
  }
}

async function clusterOf(size: number): Promise<Desired> {
  const file = {
    apiVersion: 'talmox.dev/v1alpha1',
    kind: 'Cluster',
    name: 'bench',
    proxmox: {
      endpoint: 'https://pve1.lan:8006',
      hosts: Array.from({ length: Math.max(3, size / 10) }, (_, index) => `pve${index + 1}`),
      storage: { disks: 'local-zfs', images: 'local' },
    },
    network: { bridge: 'vmbr0', cidr: '10.0.0.0/16', gateway: '10.0.0.1', vip: '10.0.0.2' },
    talos: { version: 'v1.12.4' },
    kubernetes: { version: 'v1.35.0' },
    controlPlane: { count: 3, vmids: '2000-2099', addresses: '+10' },
    workers: { general: { count: size - 3, vmids: '10000-19999', addresses: '+100' } },
  }
  const { desired, problems } = resolve(await loadText(stringify(file), 'cluster.yaml'))
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return desired
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
      bootstrapped: { machine: machines[0]?.name ?? '', at: '2026-01-01T00:00:00.000Z' },
    },
  }
}

/** The shortest of several runs: the computer can only make one longer. */
function fastest(run: () => unknown): number {
  let best = Infinity
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now()
    run()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

const ms = (time: number): string => `${time.toFixed(1).padStart(7)} ms`
