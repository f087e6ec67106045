import type { StreamOptions, TalosNode } from '../api/node.ts'
import { extensions } from './kinds.ts'
import { listResources } from './read.ts'

/** What a machine's image was made of. */
export interface RunningImage {
  /** Nothing for an image that the Image Factory did not make. */
  readonly schematic: string | undefined
  /** Names of the system extensions. */
  readonly extensions: readonly string[]
}

/** Reads which extensions a machine runs and from which schematic its image came. */
export async function fetchRunningImage(node: TalosNode, options?: StreamOptions): Promise<RunningImage> {
  const found = (await listResources(node, extensions, options)).map(({ spec }) => spec.metadata)
  const schematic = found.find(({ name }) => name === 'schematic')?.version
  return { schematic, extensions: found.map(({ name }) => name).filter((name) => name !== 'schematic') }
}
