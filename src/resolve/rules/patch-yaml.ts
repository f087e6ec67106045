import { toProblem } from '../../spec/fault.ts'
import { patchesIn } from '../../spec/references.ts'
import type { Rule } from '../rule.ts'

/** What is wrong with the YAML of a patch file, at its place in that file. */
export const patchYaml: Rule = {
  code: 'patch-yaml',
  severity: 'error',
  summary: 'every patch file is YAML',
  check: ({ spec, patchFiles }) => {
    const paths = new Map(patchesIn(spec).map(({ path, patch }) => [patch, path]))
    return [...patchFiles].flatMap(([file, { index, faults }]) =>
      faults.map(({ hint, ...fault }) => ({
        ...toProblem(index, file, fault),
        // The hint about size speaks of cluster files.
        ...(hint === undefined || fault.code === 'yaml-too-much' ? {} : { hint }),
        code: 'patch-yaml',
        path: paths.get(file) ?? [],
      })),
    )
  },
}
