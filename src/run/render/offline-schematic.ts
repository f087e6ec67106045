import { schematicOf } from '../../factory/schematic.ts'
import { schematicId } from '../../factory/schematic-id.ts'
import type { Image } from '../../resolve/desired.ts'

/** Stands for the id of a schematic that only the factory can tell. */
export const unknownSchematic = '0'.repeat(64)

/** The id of an image's schematic without asking anyone. */
export const offlineSchematic = (image: Image): string => schematicId(schematicOf(image)) ?? unknownSchematic
