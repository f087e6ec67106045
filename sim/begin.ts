import { randomBytes, randomUUID } from 'node:crypto'
import type { Desired } from '../src/resolve/desired.ts'
import { buildWorldFromFile } from './world/build.ts'
import { worldFor } from './world/cluster/world-for.ts'
import { type WorldFile, worldFile } from './world/seed.ts'
import type { World } from './world/world.ts'

/** What a world begins as, where none is kept yet. */
export type Beginning = { readonly cluster: Desired } | { readonly file: WorldFile }

/** Makes a world that nobody has seen yet; one for a cluster gets secrets of its own. */
export function begin(beginning: Beginning, now: number): World {
  if ('file' in beginning) return buildWorldFromFile(beginning.file, now)
  const keys = { password: randomBytes(18).toString('base64url'), secret: randomUUID() }
  return buildWorldFromFile(worldFile.parse(worldFor(beginning.cluster, keys)), now)
}
