import './zod-without-jit.ts'
import type { Desired } from '../resolve/desired.ts'
import { resolve } from '../resolve/resolve.ts'
import { type Loaded, loadSpec } from '../spec/load.ts'
import { locateProblems } from '../spec/locate.ts'
import type { Located } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import type { Source } from '../spec/source.ts'
import type { Io } from './io.ts'

/** The cluster file of a command, resolved; without `desired` there are errors among the problems. */
export interface Cluster {
  readonly loaded: Loaded
  readonly source: Source
  /** What the file says, as far as it can be read. */
  readonly spec: Spec | undefined
  readonly desired: Desired | undefined
  readonly problems: readonly Located[]
}

/** Reads and resolves a cluster file. */
export async function readCluster(file: string, { cwd }: Io): Promise<Cluster> {
  const loaded = await loadSpec(file, { cwd })
  const { desired, problems } = resolve(loaded)
  const { source, spec } = loaded
  return { loaded, source, spec, desired, problems: locateProblems(source, problems) }
}
