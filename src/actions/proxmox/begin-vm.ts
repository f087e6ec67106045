import { isProxmoxError } from '../../proxmox/client/error.ts'
import { mediumOf, readDrive } from '../../proxmox/hardware/drive.ts'
import type { WantedVm } from '../../proxmox/hardware/wanted-vm.ts'
import { readVolumes } from '../../proxmox/observe/volumes.ts'
import type { Release } from '../../proxmox/tables/types.ts'
import type { Tools } from '../tools.ts'

/** A machine that is about to be made, and where. */
export interface Beginning {
  readonly wanted: WantedVm
  readonly host: string
  readonly release: Release
}

/**
 * Makes a machine, and writes down before that it is about to be made. When its host dies meanwhile, Proxmox keeps an
 * empty configuration and half-filled disks, which say nothing of whose they are. The note goes when the machine is whole,
 * or when Proxmox itself says that nothing came of it.
 */
export async function beginVm(
  tools: Tools,
  { wanted, host, release }: Beginning,
  make: () => Promise<unknown>,
): Promise<void> {
  const { vmid } = wanted
  const storages = storagesOf(wanted, release)
  const [before, begun] = await Promise.all([
    readVolumes(tools.proxmox, { vmid, host, storages }),
    tools.home.begun(vmid),
  ])
  await tools.home.noteBegun({ vmid, host, at: new Date(tools.clock.now()).toISOString(), storages, before })
  try {
    await make()
  } catch (error) {
    const wasRefused = isProxmoxError(error) && error.reason !== undefined && error.again !== 'unknown'
    // What is there already may be what an earlier attempt has left.
    const mayBeLeft = isProxmoxError(error, 'proxmox-exists') && begun !== undefined
    if (wasRefused && !mayBeLeft) await tools.home.forgetBegun(vmid)
    throw error
  }
}

/** The storages on which volumes of a new machine are made. */
function storagesOf({ keys }: WantedVm, release: Release): readonly string[] {
  const found = Object.entries(keys).flatMap(([key, text]) => {
    const drive = readDrive(key, text, release)
    const medium = drive === undefined ? undefined : mediumOf(drive)
    return medium?.kind === 'new' || medium?.kind === 'cloud-init' ? [medium.storage] : []
  })
  return [...new Set(found)].sort()
}
