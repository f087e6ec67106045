import { canonicalYaml } from '../../../src/factory/canonical-yaml.ts'
import { originOf } from '../../../src/factory/machine-image.ts'
import { schematicOf } from '../../../src/factory/schematic.ts'
import { hashOf } from '../../../src/factory/schematic-id.ts'
import type { Desired, Image } from '../../../src/resolve/desired.ts'

/** The schematics of images that the file takes for granted: somebody must have told the factory of them. */
export const schematicsFor = ({ machines }: Desired): string[] => [
  ...new Set(machines.filter(({ image }) => isGiven(image)).map(({ image }) => canonicalYaml(schematicOf(image)))),
]

/** Where the Talos on an image that the file takes for granted came from. */
export const givenFrom = ({ talos }: Desired, image: Image): string =>
  originOf(talos.factory, image, hashOf(canonicalYaml(schematicOf(image)))).url

const isGiven = ({ source }: Image): boolean =>
  source.mode === 'iso' ? source.volume !== undefined : source.mode === 'template' && !source.prepare
