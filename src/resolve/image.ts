import { firstDevice } from '../spec/vm/disks.ts'
import type { Image } from './desired.ts'
import type { Settings } from './layers.ts'

const guestAgent = 'siderolabs/qemu-guest-agent'

/** The full name of an extension: official ones may be written without their owner. */
export function extensionName(name: string): string {
  return name.includes('/') ? name : `siderolabs/${name}`
}

/** The image of a machine, from its Talos and image settings. */
export function imageOf(version: string, { talos = {}, image = {}, vm = {} }: Partial<Settings>): Image {
  return {
    version,
    arch: talos.arch ?? 'amd64',
    secureBoot: talos.secureBoot ?? false,
    extensions: [
      ...new Set([...(vm.agent === true ? [guestAgent] : []), ...(talos.extensions ?? []).map(extensionName)]),
    ].sort(),
    kernelArgs: talos.kernelArgs ?? [],
    ...(talos.overlay === undefined ? {} : { overlay: talos.overlay }),
    checksum: image.checksum,
    source: sourceOf(version, image, talos.installDisk ?? firstDevice[vm.disk?.bus ?? 'scsi']),
  }
}

function sourceOf(
  version: string,
  image: NonNullable<Partial<Settings>['image']>,
  installDisk: string,
): Image['source'] {
  switch (image.mode) {
    case 'template': {
      const { name, vmid, prepare = true, clone = 'full' } = image.template ?? {}
      return { mode: 'template', name: name?.replaceAll('{version}', version), vmid, prepare, clone }
    }
    case 'iso':
      return { mode: 'iso', volume: image.iso?.volume, installDisk }
    case 'import':
    case undefined:
      return { mode: 'import' }
  }
}
