import type { Path } from './problem.ts'
import type { Spec } from './schema/cluster.ts'

/** A file that the cluster file names. */
export interface Reference {
  readonly path: Path
  readonly file: string
  readonly kind: 'patch' | 'manifest' | 'certificate'
}

type Talos = NonNullable<NonNullable<Spec['controlPlane']>['talos']>
type Patches = Talos['patches']

/** Every file that the cluster file names, in no particular order. */
export function referencesOf(spec: Spec): Reference[] {
  const roles = Object.entries(spec.roles ?? {})
  const workers = Object.entries(spec.workers ?? {})
  const nodes = Object.entries(spec.nodes ?? {})
  const layers: [Path, { talos?: Talos | undefined; patches?: Patches } | undefined][] = [
    [[], { talos: spec.talos }],
    ...roles.map(([name, said]): [Path, typeof said] => [['roles', name], said]),
    [['controlPlane'], spec.controlPlane],
    ...workers.map(([name, said]): [Path, typeof said] => [['workers', name], said]),
    ...nodes.map(([name, said]): [Path, typeof said] => [['nodes', name], said]),
  ]
  return [
    ...layers.flatMap(([base, said]) => [
      ...patchFiles(said?.patches, [...base, 'patches']),
      ...patchFiles(said?.talos?.patches, [...base, 'talos', 'patches']),
      ...certificates(said?.talos, [...base, 'talos']),
    ]),
    ...manifests(spec),
    ...one(spec.proxmox?.tls?.caFile, ['proxmox', 'tls', 'caFile'], 'certificate'),
  ]
}

function patchFiles(patches: Patches, base: Path): Reference[] {
  return (patches ?? []).flatMap((patch, index) =>
    one(typeof patch === 'string' ? patch : undefined, [...base, index], 'patch'),
  )
}

function certificates(talos: Talos | undefined, base: Path): Reference[] {
  return [
    ...(talos?.trustedCAs ?? []).flatMap((file, index) => one(file, [...base, 'trustedCAs', index], 'certificate')),
    ...Object.entries(talos?.registries ?? {}).flatMap(([name, { caFile }]) =>
      one(caFile, [...base, 'registries', name, 'caFile'], 'certificate'),
    ),
  ]
}

function manifests(spec: Spec): Reference[] {
  return (spec.kubernetes?.manifests ?? []).flatMap(({ file }, index) =>
    one(file, ['kubernetes', 'manifests', index, 'file'], 'manifest'),
  )
}

function one(file: string | undefined, path: Path, kind: Reference['kind']): Reference[] {
  return file === undefined ? [] : [{ path, file, kind }]
}
