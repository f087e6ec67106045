import type { ConfigChange } from '../../live/live.ts'
import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import type { Situation } from '../situation.ts'

/** Machine configs that differ from what the file makes; control planes one after the other, workers as many as allowed. */
export function planConfig({ machines }: Situation): readonly Action[] {
  const actions: Action[] = []
  let before: string | undefined
  for (const { machine, node, vm } of machines) {
    if (node.kind !== 'configured' || node.config?.kind !== 'differs') continue
    const isControlPlane = machine.role === 'controlplane'
    const action = makeAction(
      'talos.config',
      machine.name,
      { machine: machine.name },
      {
        effect: 'update',
        reason: 'its config differs from the file',
        needs: [actionId('vm.restart', machine.name), ...(isControlPlane && before !== undefined ? [before] : [])],
        limits: [`vm:${vm?.vmid}`, isControlPlane ? 'control-planes' : 'workers'],
        details: node.config.changes.map(describe),
      },
    )
    if (isControlPlane) before = action.id
    actions.push(action)
  }
  return actions
}

function describe({ document, path, from, to }: ConfigChange): string {
  const where = path === '.' ? document : `${document} ${path}`
  if (from === undefined) return `+ ${where}: ${to ?? ''}`
  return to === undefined ? `- ${where}: ${from}` : `~ ${where}: ${from} → ${to}`
}
