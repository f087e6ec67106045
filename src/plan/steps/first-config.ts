import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { isReturning, type MachineSituation, type Progress, type Situation } from '../situation.ts'

const BEFORE_START: readonly Progress[] = ['absent', 'unfinished', 'stopped']
const BEFORE_ANSWER: readonly Progress[] = [...BEFORE_START, 'booting']
const BEFORE_CONFIG: readonly Progress[] = [...BEFORE_ANSWER, 'maintenance']

/** From a virtual machine that is off to one that runs with the cluster's config. */
export function planFirstConfig(situation: Situation): readonly Action[] {
  const joining = joiningOneByOne(situation)
  return situation.machines.flatMap((one) => stepsOf(situation, one, joining.get(one.machine.name)))
}

function stepsOf(situation: Situation, one: MachineSituation, after: string | undefined): readonly Action[] {
  const { machine, progress } = one
  const { name, vmid, host } = machine
  const data = { machine: name }
  const steps: Action[] = []
  if (BEFORE_START.includes(progress)) {
    const limits = [`host:${one.vm?.host ?? host}`, `vm:${vmid}`]
    const needs = [actionId('vm.create', name), actionId('vm.configure', name)]
    const reason = progress === 'stopped' ? 'it is switched off' : 'it is new'
    steps.push(makeAction('vm.start', name, data, { effect: 'update', reason, needs, limits }))
  }
  if (BEFORE_ANSWER.includes(progress)) {
    const reason = progress === 'booting' ? 'it runs and does not answer yet' : 'Talos has to boot'
    steps.push(
      makeAction('talos.maintenance', name, data, { effect: 'wait', reason, needs: [actionId('vm.start', name)] }),
    )
  }
  if (isReturning(one)) return steps
  if (BEFORE_CONFIG.includes(progress)) steps.push(apply(situation, one, after))
  if (BEFORE_CONFIG.includes(progress) || isBooting(one)) {
    const reason = isBooting(one) ? 'it is still starting' : 'it starts its services with the config'
    const needs = [actionId('talos.apply', name)]
    steps.push(makeAction('talos.configured', name, data, { effect: 'wait', reason, needs }))
  }
  return steps
}

function apply(
  situation: Situation,
  { machine, progress, member }: MachineSituation,
  after: string | undefined,
): Action {
  const { name } = machine
  const again = progress === 'maintenance' && member !== undefined
  return makeAction(
    'talos.apply',
    name,
    { machine: name },
    {
      effect: 'create',
      reason: again ? 'it has lost its disk and waits for a config again' : 'it has no config yet',
      needs: [
        actionId('secrets.create', situation.desired.name),
        actionId('talos.maintenance', name),
        actionId('etcd.remove', name),
        ...(machine.role === 'controlplane' ? changesBefore(situation) : []),
        ...(after === undefined ? [] : [after]),
      ],
    },
  )
}

/** Control planes that are there come first: one that restarts while another joins would be two away. */
const changesBefore = ({ controlPlanes }: Situation): readonly string[] =>
  controlPlanes.flatMap(({ machine, progress }) =>
    progress === 'configured' ? [actionId('vm.restart', machine.name), actionId('talos.config', machine.name)] : [],
  )

const isBooting = ({ node }: MachineSituation): boolean =>
  node.kind === 'configured' && ['booting', 'installing', 'rebooting'].includes(node.stage)

/**
 * Control planes that come to a running etcd join one after the other; before etcd has begun they may all wait for it
 * side by side.
 */
function joiningOneByOne({ live, controlPlanes }: Situation): ReadonlyMap<string, string> {
  const after = new Map<string, string>()
  if (live.etcd.state === 'none') return after
  let before: string | undefined
  for (const one of controlPlanes) {
    const { machine, progress } = one
    if (!BEFORE_CONFIG.includes(progress) || isReturning(one)) continue
    if (before !== undefined) after.set(machine.name, actionId('etcd.join', before))
    before = machine.name
  }
  return after
}
