import type { ManifestObject } from './parse.ts'

/** What has to be there before other things can be: the first groups come first, what is in none comes behind them. */
const GROUPS: readonly (readonly string[])[] = [
  ['Namespace'],
  ['CustomResourceDefinition'],
  ['PriorityClass', 'StorageClass', 'RuntimeClass', 'IngressClass'],
  ['ServiceAccount', 'ClusterRole', 'Role', 'ClusterRoleBinding', 'RoleBinding'],
  ['ConfigMap', 'Secret', 'LimitRange', 'ResourceQuota'],
  ['Service', 'PersistentVolume', 'PersistentVolumeClaim'],
]

// Once they are there, everything else has to please them.
const LAST: readonly string[] = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'APIService']

const rank = ({ kind }: ManifestObject): number => {
  if (LAST.includes(kind)) return GROUPS.length + 1
  const at = GROUPS.findIndex((group) => group.includes(kind))
  return at < 0 ? GROUPS.length : at
}

/** Objects in the order in which they can be applied; among equals as they were written. */
export function applyOrder(objects: readonly ManifestObject[]): readonly ManifestObject[] {
  return objects
    .map((object, index) => ({ object, index }))
    .sort((a, b) => rank(a.object) - rank(b.object) || a.index - b.index)
    .map(({ object }) => object)
}
