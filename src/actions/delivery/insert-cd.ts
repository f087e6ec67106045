import { isCloudInit, readDrive } from '../../proxmox/hardware/drive.ts'
import { withoutSeedUrl } from '../../proxmox/hardware/seed-url.ts'
import { uploadCidata } from '../../proxmox/images/cidata.ts'
import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import type { Release } from '../../proxmox/tables/types.ts'
import type { Machine } from '../../resolve/desired.ts'
import { ownDrives } from '../../spec/vm/own-drives.ts'
import type { NocloudSeed } from '../../talos/from-desired/nocloud.ts'
import { UserError } from '../../user-error.ts'
import { bringHardware } from '../proxmox/bring-hardware.ts'
import { requireVm } from '../proxmox/find-vm.ts'
import { setKeys } from '../proxmox/set-keys.ts'
import { taskOptions } from '../proxmox/task-options.ts'
import { releaseOf } from '../proxmox/wanted.ts'
import type { Telling, Tools } from '../tools.ts'

/** Writes a config to a CD and puts it into the drive of a machine that is off; one that runs has read what it found. */
export async function insertCd(tools: Tools, telling: Telling, machine: Machine, seed: NocloudSeed): Promise<void> {
  const vm = await requireVm(tools, machine)
  if (vm.power === 'running') return
  const release = await releaseOf(tools)
  const key = ownDrives[machine.image.arch].cloudInit
  refuseOtherSettings(vm, key, release)
  const place = { host: vm.host, storage: machine.storage.images, uuid: machine.uuid }
  const volume = await uploadCidata(tools.proxmox, place, seed, taskOptions(telling))
  const smbios1 = vm.config.smbios1 ?? ''
  await setKeys(tools, telling, machine, {
    [key]: `${volume},media=cdrom`,
    // An address in SMBIOS would be asked instead of the CD.
    ...(withoutSeedUrl(smbios1, release) === smbios1 ? {} : { smbios1: withoutSeedUrl(smbios1, release) }),
  })
  // Proxmox lets machines boot from a CD that is put in, and would only take it back with a restart later.
  await bringHardware(tools, telling, machine)
}

/** Talos reads the first drive with settings that it finds, whichever that is. */
function refuseOtherSettings({ vmid, name, config }: ObservedVm, own: string, release: Release): void {
  const other = Object.entries(config).find(([key, text]) => {
    const drive = key === own ? undefined : readDrive(key, text, release)
    return drive !== undefined && isCloudInit(drive)
  })
  if (other === undefined) return
  throw new UserError(
    'two-settings-drives',
    `VM ${vmid} of ${name} has a cloud-init drive at ${other[0]}, which Talos may read instead of the CD with its config`,
    { hint: 'take that drive out of the template it was cloned from and of the VM, or set `talos.delivery: api`' },
  )
}
