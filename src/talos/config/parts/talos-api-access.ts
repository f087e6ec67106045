import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** Which pods may use the Talos API, and how far. */
export interface TalosApiAccess {
  readonly roles: readonly string[]
  readonly namespaces: readonly string[]
}

/** Lets pods of some namespaces use the Talos API; for control planes. */
export const talosApiAccess: Part<TalosApiAccess> = ({ roles, namespaces }, contract) => {
  const section = { allowedRoles: roles, allowedKubernetesNamespaces: namespaces }
  return has(contract, 'kubernetesDocuments')
    ? [document('KubeTalosAPIAccessConfig', section)]
    : [inMachine({ features: { kubernetesTalosAPIAccess: { enabled: true, ...section } } })]
}
