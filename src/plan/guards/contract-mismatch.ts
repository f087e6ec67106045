import type { Guard } from '../guard.ts'

/** A newer contract changes defaults under a running cluster, up to data that etcd can no longer read. */
export const contractMismatch: Guard = {
  code: 'contract-mismatch',
  level: 'refused',
  summary: 'the file asks for another config contract than the cluster was made with',
  check({ desired, live }) {
    const { contract } = live.home
    if (contract === undefined || contract === desired.talos.contract) return []
    return [
      {
        target: desired.name,
        message: `the cluster was made with contract ${contract}, and the file asks for ${desired.talos.contract}`,
        hint: `set talos.contract to ${contract}; a contract is only changed by a migration of its own`,
      },
    ]
  },
}
