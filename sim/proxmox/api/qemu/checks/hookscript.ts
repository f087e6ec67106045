import { badParameters } from '../../../failure.ts'
import { existingStorage } from '../../storage/definition.ts'
import { parseVolumeName } from '../../storage/volume-name.ts'
import type { Asking } from '../asking.ts'
import { findVolume } from '../disks/free-volume.ts'
import { splitVolumeId } from '../drive/volume-id.ts'

/** Refuses a hook script that is none. */
export function checkHookscript(asking: Asking, volid: string): void {
  const refuse = (text: string) => badParameters({ hookscript: `${text}\n` })
  const parts = splitVolumeId(volid)
  if (parts === undefined) throw refuse(`unable to parse volume ID '${volid}'`)
  const { content } = parseVolumeName(existingStorage(asking.sim.world, parts.storage), parts.name)
  if (content !== 'snippets') throw refuse('hookscript: not in the snippets directory')
  if (findVolume(asking, volid) === undefined) throw refuse(`script '${volid}' does not exist`)
}
