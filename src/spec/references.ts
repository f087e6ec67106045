import { layersIn } from './layers-in.ts'
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

/** A patch as the cluster file has it: the name of a file, or the document itself. */
export interface PatchEntry {
  readonly path: Path
  readonly patch: NonNullable<Patches>[number]
}

/** Every patch that the cluster file names or holds. */
export function patchesIn(spec: Spec): PatchEntry[] {
  return layersIn(spec).flatMap(([base, said]) => [
    ...entries(said.patches, [...base, 'patches']),
    ...entries(said.talos?.patches, [...base, 'talos', 'patches']),
  ])
}

/** Every file that the cluster file names, in no particular order. */
export function referencesOf(spec: Spec): Reference[] {
  return [
    ...patchesIn(spec).flatMap(({ path, patch }) => one(typeof patch === 'string' ? patch : undefined, path, 'patch')),
    ...layersIn(spec).flatMap(([base, said]) => certificates(said.talos, [...base, 'talos'])),
    ...manifests(spec),
    ...one(spec.proxmox?.tls?.caFile, ['proxmox', 'tls', 'caFile'], 'certificate'),
  ]
}

function entries(patches: Patches, base: Path): PatchEntry[] {
  return (patches ?? []).map((patch, index) => ({ path: [...base, index], patch }))
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
