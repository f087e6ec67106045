import type { Guard } from '../guard.ts'
import { changesOf } from '../steps/config.ts'

/** Whoever uses the cluster has the old address. */
export const endpointChanges: Guard = {
  code: 'endpoint-changes',
  level: 'warning',
  summary: 'the address of the Kubernetes API changes under a running cluster',
  check({ desired, controlPlanes }) {
    const change = controlPlanes
      .flatMap(changesOf)
      .find(({ path, from }) => path === 'cluster.controlPlane.endpoint' && from !== undefined)
    if (change === undefined) return []
    return [
      {
        target: desired.name,
        message: `the Kubernetes API moves from ${change.from} to ${change.to}`,
        hint: 'kubeconfigs handed out before point to the old address; give out the new one',
      },
    ]
  },
}
