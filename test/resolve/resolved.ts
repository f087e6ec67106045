import { stringify } from 'yaml'
import type { Desired, Machine } from '../../src/resolve/desired.ts'
import type { Inventory } from '../../src/resolve/placing.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { loadText } from '../../src/spec/load.ts'

/** A small valid cluster that tests lay their own keys over. */
export const smallCluster = {
  apiVersion: 'talmox.dev/v1alpha1',
  kind: 'Cluster',
  name: 'test',
  proxmox: { hosts: ['pve1', 'pve2', 'pve3'] },
  network: { cidr: '10.0.0.0/24', gateway: '10.0.0.1' },
  talos: { version: 'v1.12.4' },
} as const

/** Resolves a cluster given as a value; errors fail the test with their text. */
export async function resolved(value: object, inventory?: Inventory): Promise<Desired> {
  const { desired, problems } = resolve(await loadText(stringify(value), 'cluster.yaml'), inventory)
  if (desired !== undefined) return desired
  throw new Error(problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}

/** A machine of a resolved cluster by its name. */
export function machineOf({ machines }: Desired, name: string): Machine {
  const found = machines.find((machine) => machine.name === name)
  if (found === undefined)
    throw new Error(`no machine ${name} among ${machines.map((machine) => machine.name).join(', ')}`)
  return found
}
