import type { World } from './world.ts'

const VERSION = 1

/** The world as one JSON document. */
export const serialise = (world: World): string => JSON.stringify({ version: VERSION, world })

/** Reads a world that `serialise` wrote. */
export function deserialise(text: string): World {
  const document: { readonly version?: number; readonly world?: World } = JSON.parse(text)
  if (document.version !== VERSION || document.world === undefined) {
    throw new Error(`this is no world of version ${VERSION}, but of version ${document.version}`)
  }
  return document.world
}
