import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import type { Action } from '../action.ts'
import { allocating } from '../limits.ts'
import { actionId, makeAction } from '../make-action.ts'
import { isHeldBack, type MachineSituation, type Situation } from '../situation.ts'

/** Hardware that differs from the file, and the restarts that make it so. */
export function planHardware(situation: Situation): readonly Action[] {
  return situation.machines.flatMap((one) => {
    const { vm, hardware, progress } = one
    if (vm === undefined || hardware === undefined || progress === 'foreign') return []
    const { set, resize, move, restart, changes } = hardware
    const count = Object.keys(set).length + hardware.delete.length + resize.length + move.length
    const phrases = changes.flatMap(({ kind, phrase }) => (kind === 'replace' || kind === 'blocked' ? [] : [phrase]))
    return [
      ...(count > 0 ? [configure(situation, one, vm, phrases)] : []),
      ...(willRestart(situation, one) ? [restartOf(one, restart)] : []),
    ]
  })
}

/** Whether a machine is to be restarted, which empties its node and gives it back. */
export const willRestart = (situation: Situation, one: MachineSituation): boolean =>
  (one.hardware?.restart.length ?? 0) > 0 && !isHeldBack(situation, one)

function configure(
  { storage }: Situation,
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
      limits: allocating(storage, machine, vm.host),
      details,
    },
  )
}

/** A machine that is on its way into the cluster arrives first: a restart ends with it being back there. */
function restartOf({ machine }: MachineSituation, keys: readonly string[]): Action {
  const { name, role, vmid } = machine
  const before = ['vm.configure', 'talos.configured', 'etcd.join', 'kubernetes.ready'] as const
  return makeAction(
    'vm.restart',
    name,
    { machine: name },
    {
      effect: 'reboot',
      reason: `${keys.join(', ')} can only change while it is off`,
      needs: before.map((kind) => actionId(kind, name)),
      limits: [`vm:${vmid}`, role === 'controlplane' ? 'control-planes' : 'workers'],
    },
  )
}
