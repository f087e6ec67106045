import type { Inventory } from '../../src/resolve/placing.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { loadText } from '../../src/spec/load.ts'
import { formatPath, type Problem } from '../../src/spec/problem.ts'

/** A small cluster file that nothing is wrong with, by section. */
const base: Readonly<Record<string, string>> = {
  apiVersion: 'talmox.dev/v1alpha1',
  kind: 'Cluster',
  name: 'lab',
  network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1 }',
  talos: '{ version: v1.12.4 }',
}

/** A problem as tests compare it: its path as text, and only the fields that say something. */
export type Seen = Omit<Problem, 'path' | 'at'> & { readonly path: string }

/** Sections of a cluster file by name, each written in YAML. */
export type Changes = Readonly<Record<string, string>>

/** The text of the base file with some sections replaced or added. */
export function clusterText(changes: Changes): string {
  const sections = Object.entries({ ...base, ...changes })
  return sections.map(([key, value]) => `${key}: ${value}\n`).join('')
}

/** The problems of the base file with some sections replaced or added. */
export async function problemsOf(changes: Changes, inventory?: Inventory): Promise<Seen[]> {
  const { problems } = resolve(await loadText(withEndpoint(clusterText(changes)), 'cluster.yaml'), inventory)
  return problems.map(({ path, at: _, ...rest }) => ({ ...rest, path: formatPath(path) }))
}

/** The same file with an endpoint in its network, so that only tests of that rule hear that there is none. */
function withEndpoint(text: string): string {
  return text.replace(/^network: \{(?!.*(?:vip|endpoint):)/m, 'network: { endpoint: https://k8s.lan:6443,')
}
