import { ownDrives } from '../../spec/vm/own-drives.ts'
import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { type MachineSituation, mayHaveConfig, type Situation } from '../situation.ts'

/** The ISO of machines that are installed: left in, a reboot may start the installer again. */
export function planIso(situation: Situation): readonly Action[] {
  const installed = situation.machines.filter((one) => hasIso(one) && !mayHaveConfig(situation, one))
  return installed.map(({ machine, vm }) =>
    makeAction(
      'iso.detach',
      machine.name,
      { machine: machine.name },
      {
        effect: 'update',
        reason: 'Talos is on the disk now',
        needs: [actionId('talos.configured', machine.name)],
        limits: [`vm:${vm?.vmid ?? machine.vmid}`],
      },
    ),
  )
}

function hasIso({ machine, vm, progress }: MachineSituation): boolean {
  if (machine.image.source.mode !== 'iso' || progress === 'host-down' || progress === 'foreign') return false
  const drive = vm?.config[ownDrives[machine.image.arch].iso]
  return vm === undefined || vm.unfinished !== undefined || (drive !== undefined && !drive.startsWith('none'))
}
