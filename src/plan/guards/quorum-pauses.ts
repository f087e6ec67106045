import { few } from '../few.ts'
import type { Guard } from '../guard.ts'

/** Two members have no majority without each other; nobody can restart one of them any other way. */
export const quorumPauses: Guard = {
  code: 'quorum-pauses',
  level: 'warning',
  summary: 'etcd has two members and needs both, and one of them restarts',
  check({ live, desired, controlPlanes, etcd }, actions) {
    if (etcd === 'none' || etcd === 'unknown') return []
    const members = new Set(
      [...live.etcd.members, ...controlPlanes.map(({ machine }) => machine)].map(({ name }) => name),
    )
    if (members.size !== 2) return []
    const targets = (kind: 'vm.restart' | 'talos.config') =>
      actions.flatMap((action) => (action.kind === kind && members.has(action.target) ? [action.target] : []))
    const [restarts, configs] = [targets('vm.restart'), targets('talos.config')]
    if (restarts.length + configs.length === 0) return []
    const who =
      restarts.length > 0 ? few(restarts) : `${few(configs)}, where Talos cannot take the new config without a restart`
    return [
      {
        target: desired.name,
        message: `etcd has two members and needs both, so that it stands still while one restarts, and the Kubernetes API with it: ${who}`,
        hint: 'pods go on meanwhile; with a third control plane the API would, too',
      },
    ]
  },
}
