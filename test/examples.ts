import { readdirSync } from 'node:fs'
import path from 'node:path'
import { qmConfig } from '../src/proxmox/qm-config.ts'
import type { Desired, Machine } from '../src/resolve/desired.ts'
import { type Resolution, resolve } from '../src/resolve/resolve.ts'
import { loadSpec } from '../src/spec/load.ts'
import { root } from './shared-data.ts'

const folder = path.join(root, 'examples')

/** The names of all examples, without ending. */
export const exampleNames: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length))

/** An example, resolved. */
export async function resolveExample(name: string): Promise<Resolution> {
  return resolve(await loadSpec(path.join(folder, `${name}.yaml`)))
}

/** The cluster that an example describes; an example with errors fails the test. */
export async function exampleCluster(name: string): Promise<Desired> {
  const { desired, problems } = await resolveExample(name)
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return desired
}

const columns: readonly (readonly [head: string, cell: (machine: Machine) => string])[] = [
  ['name', ({ name }) => name],
  ['role', ({ role }) => role],
  ['pool', ({ pool, index }) => `${pool}/${index}`],
  ['host', ({ host }) => host ?? '-'],
  ['vmid', ({ vmid }) => String(vmid)],
  ['mac', ({ nics }) => nics.map(({ mac }) => mac).join(' ')],
  ['addresses', ({ nics }) => nics.map(addressesOf).join(' ')],
  ['uuid', ({ uuid }) => uuid],
]

function addressesOf({ method, addresses }: Machine['nics'][number]): string {
  const known = addresses.map(({ address, prefix }) => `${address}/${prefix}`)
  return [method, ...known].join(',')
}

/** A cluster as text: one line for each machine, then what Proxmox shows of the first machine of each pool and of single nodes. */
export function describeCluster(desired: Desired, alsoShown: readonly string[]): string {
  const rows = [
    columns.map(([head]) => head),
    ...desired.machines.map((machine) => columns.map(([, cell]) => cell(machine))),
  ]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const shown = desired.machines.filter(({ name, index }) => index === 1 || alsoShown.includes(name))
  const configs = shown.map((machine) => {
    const lines = Object.entries(qmConfig(machine, desired.network)).map(([key, value]) => `${key}: ${value}`)
    return [`qm config ${machine.vmid}  (${machine.name})`, ...lines].join('\n')
  })
  const about = [
    `cluster ${desired.name}, Talos ${desired.talos.version}, Kubernetes ${desired.kubernetes.version}`,
    `endpoint ${desired.network.endpoint ?? "the first control plane's address, once it is known"}`,
  ]
  return `${[about.join('\n'), table.join('\n'), ...configs].join('\n\n')}\n`
}
