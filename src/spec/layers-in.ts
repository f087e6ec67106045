import type { Path } from './problem.ts'
import type { Spec } from './schema/cluster.ts'

type Layer = Partial<Pick<NonNullable<Spec['controlPlane']>, 'talos' | 'extensions' | 'patches'>>

/** Every place of the cluster file that may say something of its own about Talos: the cluster, roles, pools and nodes. */
export function layersIn(spec: Spec): [Path, Layer][] {
  return [
    [[], { talos: spec.talos }],
    ...under('roles', spec.roles),
    [['controlPlane'], spec.controlPlane ?? {}],
    ...under('workers', spec.workers),
    ...under('nodes', spec.nodes),
  ]
}

function under(key: string, layers: Readonly<Record<string, Layer | undefined>> = {}): [Path, Layer][] {
  return Object.entries(layers).map(([name, layer]) => [[key, name], layer ?? {}])
}
