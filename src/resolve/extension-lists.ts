import { layersIn } from '../spec/layers-in.ts'
import type { Path } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'

/** Every list of extensions in the cluster file, with its place. */
export function extensionLists(spec: Spec): [Path, readonly string[]][] {
  return layersIn(spec).flatMap(([path, { extensions, talos }]): [Path, readonly string[]][] => [
    [[...path, 'extensions'], extensions ?? []],
    [[...path, 'talos', 'extensions'], talos?.extensions ?? []],
  ])
}
