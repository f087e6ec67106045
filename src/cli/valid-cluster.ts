import type { Desired } from '../resolve/desired.ts'
import { renderProblems } from '../spec/render-problems.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import type { Session } from './command.ts'
import { type Cluster, readCluster } from './read-cluster.ts'

/** A cluster file without errors. */
export interface ValidCluster extends Cluster {
  readonly spec: Spec
  readonly desired: Desired
}

/** Reads a cluster file for a command that needs a valid one; otherwise says what is wrong with it, and is nothing. */
export async function validCluster(file: string, { io, err }: Session): Promise<ValidCluster | undefined> {
  const cluster = await readCluster(file, io)
  const { spec, desired } = cluster
  if (spec !== undefined && desired !== undefined) return { ...cluster, spec, desired }
  err.print(renderProblems(cluster.problems, { color: err.color, columns: err.columns }))
  return undefined
}
