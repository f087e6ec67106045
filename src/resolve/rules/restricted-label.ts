import { formatPath } from '../../spec/problem.ts'
import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Labels of Kubernetes' own names that a node may give itself. */
const allowed = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/instance-type',
  'failure-domain.beta.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
])

/** Kubernetes lets no worker promote itself by a label, so Talos could never set these. */
export const restrictedLabel = machineRule({
  code: 'restricted-label',
  severity: 'error',
  summary: 'workers have no labels that Kubernetes forbids nodes to give themselves',
  find: (machine) =>
    machine.role === 'controlplane'
      ? undefined
      : Object.keys(machine.kubernetes.labels)
          .filter(isRestricted)
          .map((label) => ({
            path: whereWritten(machine, formatPath(['kubernetes', 'labels', label])),
            on: 'key' as const,
            message: `Kubernetes does not let a worker give itself the label ${label}`,
            hint: 'use a prefix of your own, or set it with kubectl label node',
          })),
})

function isRestricted(label: string): boolean {
  const [prefix = '', name] = label.split('/')
  if (name === undefined || allowed.has(label)) return false
  const own = /(^|\.)(node|kubelet)\.kubernetes\.io$/.test(prefix)
  return !own && /(^|\.)(kubernetes|k8s)\.io$/.test(prefix)
}
