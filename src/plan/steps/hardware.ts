import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import type { Action } from '../action.ts'
import { allocating } from '../limits.ts'
import { actionId, makeAction } from '../make-action.ts'
import type { MachineSituation, Situation } from '../situation.ts'

/** Hardware that differs from the file, and the restarts that make it so; control planes one after the other. */
export function planHardware(situation: Situation): readonly Action[] {
  const actions: Action[] = []
  let before: string | undefined
  for (const one of situation.machines) {
    const { machine, vm, hardware, progress } = one
    if (vm === undefined || hardware === undefined || progress === 'foreign') continue
    const { set, resize, move, restart, changes } = hardware
    const count = Object.keys(set).length + hardware.delete.length + resize.length + move.length
    const phrases = changes.flatMap(({ kind, phrase }) => (kind === 'replace' || kind === 'blocked' ? [] : [phrase]))
    if (count > 0) actions.push(configure(situation, one, vm, phrases))
    if (restart.length === 0) continue
    const action = restartOf(one, restart, before)
    if (machine.role === 'controlplane') before = action.id
    actions.push(action)
  }
  return actions
}

function configure(
  { live }: Situation,
  { machine }: MachineSituation,
  vm: ObservedVm,
  details: readonly string[],
): Action {
  return makeAction(
    'vm.configure',
    machine.name,
    { machine: machine.name },
    {
      effect: 'update',
      reason: 'its hardware differs from the file',
      limits: allocating(live, machine, vm.host),
      details,
    },
  )
}

function restartOf({ machine, vm }: MachineSituation, keys: readonly string[], before: string | undefined): Action {
  const isControlPlane = machine.role === 'controlplane'
  return makeAction(
    'vm.restart',
    machine.name,
    { machine: machine.name },
    {
      effect: 'reboot',
      reason: `${keys.join(', ')} can only change while it is off`,
      needs: [actionId('vm.configure', machine.name), ...(isControlPlane && before !== undefined ? [before] : [])],
      limits: [`vm:${vm?.vmid}`, isControlPlane ? 'control-planes' : 'workers'],
    },
  )
}
