import { parseInstaller } from '../../src/factory/installer.ts'
import { findSchematic } from '../factory/schematics.ts'
import type { TalosImage } from '../world/talos-image.ts'
import type { Node } from './node.ts'

/** The installer that Sidero Labs publish without a factory, and the schematic that adds nothing. */
const PLAIN = /^(?:ghcr\.io|docker\.io)\/siderolabs\/installer:(?<version>v[\w.-]+)$/
const NOTHING_ADDED = '376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba'

/** The Talos that an installer image brings to a machine; nothing for an image that no registry has. */
export function installerImage({ talos, state }: Node, reference: string): TalosImage | undefined {
  const { arch = 'amd64', platform = 'metal' } = state.image ?? {}
  const version = PLAIN.exec(reference)?.groups?.version
  if (version !== undefined)
    return { schematic: NOTHING_ADDED, version, arch, platform, secureBoot: false, kind: 'disk' }
  const installer = parseInstaller(reference)
  if (installer === undefined || findSchematic(talos.world, installer.schematic) === undefined) return undefined
  // Up to 1.9 an installer took the platform of the machine that ran it.
  const own = /\/installer(?:-secureboot)?\//.test(reference) ? { platform } : {}
  return { ...installer, ...own, arch, kind: 'disk' }
}
