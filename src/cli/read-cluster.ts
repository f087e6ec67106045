import './zod-without-jit.ts'
import type { Desired } from '../resolve/desired.ts'
import { resolve } from '../resolve/resolve.ts'
import { loadSpec } from '../spec/load.ts'
import { locateProblems } from '../spec/locate.ts'
import type { Located } from '../spec/problem.ts'
import type { Source } from '../spec/source.ts'
import type { Io } from './io.ts'

/** The cluster file of a command, resolved; without `desired` there are errors among the problems. */
export interface Cluster {
  readonly source: Source
  readonly desired: Desired | undefined
  readonly problems: readonly Located[]
}

/** Reads and resolves a cluster file. */
export async function readCluster(file: string, { cwd }: Io): Promise<Cluster> {
  const loaded = await loadSpec(file, { cwd })
  const { desired, problems } = resolve(loaded)
  return { source: loaded.source, desired, problems: locateProblems(loaded.source, problems) }
}
