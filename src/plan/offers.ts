import type { Live } from '../live/live.ts'
import { seedUrlIn } from '../proxmox/hardware/seed-url.ts'
import { withPending } from '../proxmox/hardware/step.ts'
import { tablesFor } from '../proxmox/hardware/tables-for.ts'
import { cidataDrive, cidataFile } from '../proxmox/images/cidata-file.ts'
import type { ObservedVm } from '../proxmox/observe/observed.ts'
import type { CdPlace, Offering } from './action.ts'

/** What there is of a config that was put where its machine finds it. */
export interface Offers {
  /** How the machine comes to it when it starts. */
  readonly reaches: readonly Offering[]
  /** Where its CD lies, whether it is in a drive or not: a run that was cut off may have left it. */
  readonly cds: readonly CdPlace[]
}

/** What a machine was offered and nobody took back; what waits for its next start counts as done. */
export function offersTo({ proxmox }: Live, uuid: string, vm: ObservedVm | undefined): Offers {
  const keys = vm === undefined ? {} : withPending(vm)
  const drive = cidataDrive(keys, uuid)
  const hasSerial = seedUrlIn(keys.smbios1, tablesFor(proxmox.version.release)) !== undefined
  const lying = (proxmox.images ?? []).filter(({ file }) => file === cidataFile(uuid))
  const cds = [
    ...lying.map(({ storage, host }) => ({ storage, host })),
    ...(drive === undefined || vm === undefined ? [] : [{ storage: drive.storage, host: vm.host }]),
  ]
  return {
    reaches: [...(drive === undefined ? [] : ['cidata' as const]), ...(hasSerial ? ['smbios' as const] : [])],
    cds: unique(cds),
  }
}

/** Whether anything is left to be taken back. */
export const isOffered = ({ reaches, cds }: Offers): boolean => reaches.length + cds.length > 0

/** The same places without those that are there twice. */
export const unique = (places: readonly CdPlace[]): readonly CdPlace[] => [
  ...new Map(places.map((place) => [`${place.storage}@${place.host}`, place])).values(),
]
