import type { FactoryClient } from '../factory/client.ts'
import { schematicOf } from '../factory/schematic.ts'
import { schematicId } from '../factory/schematic-id.ts'
import type { Image } from '../resolve/desired.ts'

/** The ids of schematics during a run. */
export interface Schematics {
  /** The id of an image's schematic; the factory is asked only where nobody else can tell. */
  readonly idOf: (image: Image) => Promise<string>
  /** Makes the schematic known to the factory, once. */
  readonly register: (image: Image) => Promise<string>
}

/** Asks a factory at most once for each schematic. */
export function schematics(factory: FactoryClient): Schematics {
  const registered = new Map<string, Promise<string>>()
  const register = (image: Image) => {
    const schematic = schematicOf(image)
    const key = JSON.stringify(schematic)
    const known = registered.get(key) ?? factory.register(schematic)
    registered.set(key, known)
    // A factory that did not answer is asked again next time.
    known.catch(() => registered.delete(key))
    return known
  }
  return { idOf: async (image) => schematicId(schematicOf(image)) ?? (await register(image)), register }
}
