import type { FactoryClient } from '../factory/client.ts'
import { requireExtensions } from '../factory/require-extensions.ts'
import { schematicOf } from '../factory/schematic.ts'
import { schematicId } from '../factory/schematic-id.ts'
import type { Image } from '../resolve/desired.ts'
import { UserError } from '../user-error.ts'

/** The ids of schematics during a run. */
export interface Schematics {
  /** The id of an image's schematic; the factory is asked only where nobody else can tell. */
  readonly idOf: (image: Image) => Promise<string>
  /** Makes the schematic known to the factory, once, so that the image can be fetched; refuses what the factory cannot make. */
  readonly register: (image: Image) => Promise<string>
}

/** Asks a factory at most once for each schematic. */
export function schematics(factory: FactoryClient): Schematics {
  const known = asksOnce((image) => factory.register(schematicOf(image)))
  const makable = asksOnce((image) => requireExtensions(factory, image).catch(unlisted))
  const id = (image: Image) => known(JSON.stringify(schematicOf(image)), image)
  return {
    idOf: async (image) => schematicId(schematicOf(image)) ?? (await id(image)),
    async register(image) {
      const { version, extensions, overlay } = image
      await makable(JSON.stringify([version, extensions, overlay]), image)
      return await id(image)
    },
  }
}

/** A factory that has no list for a version has no images of it either, which the host that fetches one says. */
function unlisted(error: unknown): void {
  if (!(error instanceof UserError) || error.code !== 'factory-refused') throw error
}

function asksOnce<T>(ask: (image: Image) => Promise<T>): (key: string, image: Image) => Promise<T> {
  const answers = new Map<string, Promise<T>>()
  return (key, image) => {
    const answer = answers.get(key) ?? ask(image)
    answers.set(key, answer)
    // A factory that did not answer is asked again next time.
    answer.catch(() => answers.delete(key))
    return answer
  }
}
