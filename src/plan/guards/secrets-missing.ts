import type { Guard } from '../guard.ts'
import type { Situation } from '../situation.ts'

/** New secrets would lock everyone out of the machines that have the old ones. */
export const secretsMissing: Guard = {
  code: 'secrets-missing',
  level: 'refused',
  summary: 'machines exist, and the secrets they were made with are not in the home',
  check(situation) {
    const { desired } = situation
    if (!lacksSecrets(situation)) return []
    return [
      {
        target: desired.name,
        message: `the cluster's machines exist, but its secrets are missing from .talmox/${desired.name}/secrets.yaml`,
        hint: 'put the secrets back, from a backup or from the computer that made the cluster; new ones would not fit',
      },
    ]
  },
}

/** Whether machines have secrets that are not at hand. */
export const lacksSecrets = (situation: Situation): boolean =>
  situation.live.home.secrets === 'missing' && mayBeConfigured(situation)

/** Secrets are made before the first machine, so that one without them is safe only where it says that it has no config. */
function mayBeConfigured({ live, machines, leaving }: Situation): boolean {
  if (live.home.bootstrapped !== undefined || live.proxmox.unread.length > 0) return true
  return [...machines, ...leaving].some(
    ({ vm, node }) => vm !== undefined && vm.unfinished === undefined && node.kind !== 'maintenance',
  )
}
