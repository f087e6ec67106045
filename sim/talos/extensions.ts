import { findSchematic } from '../factory/schematics.ts'
import type { Node } from './node.ts'

/** Full names of the system extensions in a machine's image. */
export const extensionsOf = ({ talos, state }: Node): readonly string[] =>
  state.image === undefined ? [] : (findSchematic(talos.world, state.image.schematic)?.extensions ?? [])

/** Services that extensions bring, where they bring any. */
const SERVICES: Readonly<Record<string, readonly string[]>> = {
  'siderolabs/iscsi-tools': ['ext-iscsid', 'ext-tgtd'],
  'siderolabs/qemu-guest-agent': ['ext-qemu-guest-agent'],
  'siderolabs/tailscale': ['ext-tailscale'],
}

/** The services of a machine's extensions. */
export const extensionServices = (node: Node): readonly string[] =>
  extensionsOf(node).flatMap((name) => SERVICES[name] ?? [])
