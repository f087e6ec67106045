import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Proxmox checks a sum only while it downloads. */
export const checksumUnused = machineRule({
  code: 'checksum-unused',
  severity: 'warning',
  summary: '`image.checksum` goes with an image that is downloaded',
  find: (machine) => {
    const { source, checksum } = machine.image
    const given = source.mode === 'iso' ? source.volume !== undefined : source.mode === 'template' && !source.prepare
    if (!given || checksum === undefined) return undefined
    const message = 'the checksum is not looked at: nothing is downloaded here'
    return { path: whereWritten(machine, 'image.checksum'), message, hint: 'remove it' }
  },
})
