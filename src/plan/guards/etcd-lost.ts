import type { Guard } from '../guard.ts'

/** Talos answers before it starts etcd, which then fetches its image first. */
const STARTING_MINUTES = 5

/** Beginning etcd a second time makes an empty cluster out of one that had data. */
export const etcdLost: Guard = {
  code: 'etcd-lost',
  level: 'refused',
  summary: 'the cluster was bootstrapped, and no control plane has its data any more',
  check({ desired, live, controlPlanes, etcd }) {
    const { bootstrapped } = live.home
    if (bootstrapped === undefined || etcd !== 'none') return []
    const chosen = controlPlanes.find(({ machine }) => machine.name === bootstrapped.machine)
    // The run that wrote the mark may have been cut off before Talos heard of it; the same machine may be told again.
    if (bootstrapped.healthyAt === undefined && chosen?.node.kind === 'configured') return []
    const mayCome = controlPlanes.some(({ node }) => node.kind === 'configured')
    return [
      {
        target: desired.name,
        message: `etcd was begun on ${bootstrapped.machine} at ${bootstrapped.at}, and no control plane has its data any more`,
        hint: 'restore a snapshot, or run `talmox destroy` to begin anew; a second beginning would be an empty cluster',
        ...(mayCome ? { passesWithin: STARTING_MINUTES } : {}),
      },
    ]
  },
}
