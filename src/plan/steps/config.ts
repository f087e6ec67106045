import type { ConfigChange } from '../../live/live.ts'
import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { isHeldBack, type MachineSituation, type Situation } from '../situation.ts'

/**
 * Machine configs that differ from what the file makes. Workers come after control planes, since what they are told of,
 * such as a new address of the Kubernetes API, has to be there first.
 */
export function planConfig(situation: Situation): readonly Action[] {
  const actions: Action[] = []
  let controlPlane: string | undefined
  for (const one of situation.machines) {
    const changes = changesOf(one)
    if (changes.length === 0 || isHeldBack(situation, one)) continue
    const isControlPlane = one.machine.role === 'controlplane'
    const action = change(one, changes, isControlPlane ? undefined : controlPlane)
    if (isControlPlane) controlPlane = action.id
    actions.push(action)
  }
  return actions
}

/** What is to change in the config of a machine. */
export const changesOf = ({ node }: MachineSituation): readonly ConfigChange[] =>
  node.kind === 'configured' && node.config?.kind === 'differs' ? node.config.changes : []

function change({ machine }: MachineSituation, changes: readonly ConfigChange[], after: string | undefined): Action {
  const { name, role, vmid } = machine
  const before = ['talos.configured', 'etcd.join', 'vm.restart'] as const
  return makeAction(
    'talos.config',
    name,
    { machine: name },
    {
      effect: 'update',
      reason: 'its config differs from the file',
      needs: [...before.map((kind) => actionId(kind, name)), ...(after === undefined ? [] : [after])],
      limits: [`vm:${vmid}`, role === 'controlplane' ? 'control-planes' : 'workers'],
      details: changes.map(describe),
    },
  )
}

function describe({ document, path, from, to }: ConfigChange): string {
  const where = path === '.' ? document : `${document} ${path}`
  if (from === undefined) return `+ ${where}: ${to ?? ''}`
  return to === undefined ? `- ${where}: ${from}` : `~ ${where}: ${from} → ${to}`
}
