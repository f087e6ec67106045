import { ofKind } from '../../../src/talos/document/identity.ts'
import { textAt } from '../../../src/talos/document/value.ts'
import type { TalosImage } from '../../world/talos-image.ts'
import { deviceName } from '../hardware/device-name.ts'
import { installerImage } from '../installer-image.ts'
import type { Node } from '../node.ts'
import { machineConfig } from './machine-config.ts'

/** Where Talos is to be installed, and which. */
export interface InstallTarget {
  readonly drive: string
  readonly image: TalosImage
}

/** The disk and image that the config names; nothing where either does not exist. */
export function installTarget(node: Node): InstallTarget | undefined {
  const config = machineConfig(node)
  if (config === undefined) return undefined
  const [unattended = {}] = ofKind(config.documents, 'UnattendedInstallConfig')
  const match = textAt(unattended, 'provisioning', 'diskSelector', 'match')
  const wanted = textAt(config.root, 'machine', 'install', 'disk') ?? /"([^"]+)"/.exec(match ?? '')?.[1]
  const reference = textAt(config.root, 'machine', 'install', 'image') ?? textAt(unattended, 'installer', 'image')
  const image = reference === undefined ? undefined : installerImage(node, reference)
  const disks = node.state.hardware.disks.filter(({ isCdrom }) => !isCdrom)
  const found = disks.find(({ key }) => `/dev/${deviceName(node.state.hardware, key)}` === wanted)
  return found === undefined || image === undefined ? undefined : { drive: found.key, image }
}
