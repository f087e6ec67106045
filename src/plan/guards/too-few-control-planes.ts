import type { Guard } from '../guard.ts'

/** One control plane left of several is a cluster that the next failure ends. */
export const tooFewControlPlanes: Guard = {
  code: 'too-few-control-planes',
  level: 'refused',
  summary: 'the file leaves a single control plane of three or more',
  check({ desired, leaving, controlPlanes }) {
    const going = leaving.filter(({ role }) => role === 'controlplane').length
    if (controlPlanes.length !== 1 || going < 2) return []
    return [
      {
        target: desired.name,
        message: `the file leaves 1 of ${1 + going} control planes, and its failure would be the end of the cluster`,
        hint: 'keep at least 3 control planes, or make a new cluster with one and move over',
      },
    ]
  },
}
