import { findSchematic } from '../factory/schematics.ts'
import type { Node } from './node.ts'

/** Full names of the system extensions in a machine's image. */
export const extensionsOf = ({ talos, state }: Node): readonly string[] =>
  state.image === undefined ? [] : (findSchematic(talos.world, state.image.schematic)?.extensions ?? [])
