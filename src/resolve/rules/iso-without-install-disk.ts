import type { Path } from '../../spec/problem.ts'
import type { Draft } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** An ISO alone is not a system: what boots from it and never installs forgets everything at the next restart. */
export const isoWithoutInstallDisk = machineRule({
  code: 'iso-without-install-disk',
  severity: 'error',
  summary: 'a machine that boots an ISO has a disk to install to: `talos.installDisk` is not taken away',
  find: (machine, { removed }) => {
    if (machine.image.source.mode !== 'iso' || machine.origins.has('talos.installDisk')) return undefined
    const path = removed.find((gone) => placesFor(machine).some((place) => samePath(place, gone)))
    if (path === undefined) return undefined
    return {
      path,
      message: 'in image mode iso Talos needs a disk to install to, null takes it away',
      hint: 'leave the line out, the disk then follows from the bus of the boot disk; or name it, such as /dev/sda',
    }
  },
})

/** Where the file could have said it for this machine, the narrowest place first. */
function placesFor({ name, role, pool }: Draft): Path[] {
  const roleKey = role === 'controlplane' ? 'controlPlane' : 'worker'
  return [['nodes', name], pool.path, ['roles', roleKey], []].map((base) => [...base, 'talos', 'installDisk'])
}

function samePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index])
}
