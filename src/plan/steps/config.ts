import type { ConfigChange } from '../../live/live.ts'
import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { isHeldBack, type MachineSituation, type Situation } from '../situation.ts'

/** Machine configs that differ from what the file makes. */
export const planConfig = (situation: Situation): readonly Action[] =>
  situation.machines.flatMap((one) => (changesOf(one).length === 0 || isHeldBack(situation, one) ? [] : [change(one)]))

/** What is to change in the config of a machine. */
export const changesOf = ({ node }: MachineSituation): readonly ConfigChange[] =>
  node.kind === 'configured' && node.config?.kind === 'differs' ? node.config.changes : []

const isStaged = ({ node }: MachineSituation): boolean =>
  node.kind === 'configured' && node.config?.kind === 'differs' && node.config.staged === true

function change(one: MachineSituation): Action {
  const { name, role, vmid } = one.machine
  const before = ['talos.configured', 'etcd.join', 'vm.restart'] as const
  return makeAction(
    'talos.config',
    name,
    { machine: name },
    {
      effect: 'update',
      reason: isStaged(one) ? 'it has its config, and was not rebooted since' : 'its config differs from the file',
      needs: before.map((kind) => actionId(kind, name)),
      limits: [`vm:${vmid}`, role === 'controlplane' ? 'control-planes' : 'workers'],
      details: changesOf(one).map(describe),
    },
  )
}

function describe({ document, path, from, to }: ConfigChange): string {
  const where = path === '.' ? document : `${document} ${path}`
  if (from === undefined) return `+ ${where}: ${to ?? ''}`
  return to === undefined ? `- ${where}: ${from}` : `~ ${where}: ${from} → ${to}`
}
