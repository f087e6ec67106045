import type { Image } from '../resolve/desired.ts'
import { type FactoryImage, imageUrl } from './image-url.ts'
import { installerReference } from './installer.ts'

/** Talos takes its address from the cloud-init drive only where it believes to be on this platform. */
const PLATFORM = 'nocloud'

/** What a machine's image is at the factory, once the id of its schematic is known: a CD for mode `iso`, else a disk. */
export function factoryImageOf({ version, arch, secureBoot, source }: Image, schematic: string): FactoryImage {
  // Proxmox unpacks nothing on import, so the disk must come as it is.
  const extension = source.mode === 'iso' ? 'iso' : 'qcow2'
  return { schematic, version, file: { platform: PLATFORM, arch, secureBoot, extension } }
}

/** The installer that keeps a machine what it is when it is installed or upgraded. */
export function installerOf(factory: string, { version, secureBoot }: Image, schematic: string): string {
  return installerReference(factory, { schematic, version, platform: PLATFORM, secureBoot })
}

/** Where a machine's image comes from. */
export function originOf(factory: string, image: Image, schematic: string) {
  return { schematic, url: imageUrl(factory, factoryImageOf(image, schematic)) }
}
