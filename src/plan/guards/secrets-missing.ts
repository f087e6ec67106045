import type { Guard } from '../guard.ts'

/** New secrets would lock everyone out of the machines that have the old ones. */
export const secretsMissing: Guard = {
  code: 'secrets-missing',
  level: 'refused',
  summary: 'machines exist, and the secrets they were made with are not in the home',
  check({ desired, live, machines, leaving }) {
    if (live.home.secrets === 'present') return []
    const answering = Object.entries(live.nodes).filter(([, { kind }]) => kind === 'foreign' || kind === 'configured')
    const started = machines.filter(({ vm, progress }) => vm !== undefined && progress === 'booting').length
    if (live.home.bootstrapped === undefined && answering.length === 0 && leaving.length === 0 && started === 0)
      return []
    return [
      {
        target: desired.name,
        message: `the cluster's machines exist, but its secrets are missing from .talmox/${desired.name}/secrets.yaml`,
        hint: 'put the secrets back, from a backup or from the computer that made the cluster; new ones would not fit',
      },
    ]
  },
}
