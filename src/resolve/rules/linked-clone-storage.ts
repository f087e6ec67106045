import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'
import { storagesOn } from '../storages.ts'

/** A linked clone shares its disk with the template, so it cannot be anywhere else. */
export const linkedCloneStorage = machineRule({
  code: 'linked-clone-storage',
  severity: 'error',
  summary: 'linked clones have the storage of their template',
  everyMachine: true,
  find: (machine, { spec }) => {
    const { source } = machine.image
    if (source.mode !== 'template' || source.clone !== 'linked') return undefined
    const { disks, templates } = storagesOn(spec, machine, machine.pin?.host)
    const wanted = machine.vm.disk.storage ?? disks
    if (wanted === templates) return undefined
    return {
      path: whereWritten(machine, 'image.template.clone'),
      message: `a linked clone stays on the storage of its template, ${templates}; the disk is to be on ${wanted}`,
      hint: 'use one storage for both, or clone: full',
    }
  },
})
