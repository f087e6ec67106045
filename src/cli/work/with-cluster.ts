import path from 'node:path'
import type { ProxmoxClient } from '../../proxmox/client/client.ts'
import type { Desired } from '../../resolve/desired.ts'
import { type ClusterRun, openClusterRun } from '../../run/cluster-run.ts'
import { type Home, homeOf } from '../../run/home/home.ts'
import type { Loaded } from '../../spec/load.ts'
import { renderProblems } from '../../spec/render-problems.ts'
import type { Source } from '../../spec/source.ts'
import { systemAuthorities } from '../../world/authorities.ts'
import type { Redaction } from '../../world/redaction.ts'
import type { Session } from '../command.ts'
import { connectProxmox } from '../connect-proxmox.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import type { FlagValues } from '../flag.ts'
import { inWorld, type simulateFlags } from '../simulate.ts'
import { validCluster } from '../valid-cluster.ts'

/** A cluster that a command works on. */
export interface Work {
  readonly run: ClusterRun
  readonly proxmox: ProxmoxClient
  /** The cluster as the file alone has it. */
  readonly desired: Desired
  readonly source: Source
  readonly loaded: Loaded
  readonly home: Home
  /** The folder of the cluster file. */
  readonly folder: string
  readonly session: Session
  readonly redaction: Redaction
}

/** Which cluster, and in which world. */
export interface WorkOptions extends FlagValues<typeof simulateFlags> {
  readonly file: string
  /** Print every request. */
  readonly verbose?: boolean
}

/** Opens everything that work on a cluster takes, and closes it afterwards; an invalid file is shown instead. */
export async function withCluster(
  options: WorkOptions,
  session: Session,
  work: (work: Work) => Promise<ExitCode>,
): Promise<ExitCode> {
  const cluster = await validCluster(options.file, session)
  if (cluster === undefined) return exitCodes.invalidSpec
  const { err } = session
  if (cluster.problems.length > 0) {
    err.print(renderProblems(cluster.problems, { color: err.color, columns: err.columns }))
  }
  const { loaded, desired, source } = cluster
  return await inWorld(options, options.file, { desired, session }, async (reached) => {
    const file = path.resolve(reached.session.io.cwd, options.file)
    const home = homeOf(file, desired.name)
    const folder = path.dirname(file)
    const { client, redaction, log } = await connectProxmox(
      reached.desired.proxmox,
      options.file,
      reached.session,
      options.verbose,
    )
    const { io, world } = reached.session
    const authorities = world.authorities ?? (await systemAuthorities(io.env))
    const run = openClusterRun({
      loaded,
      desired: reached.desired,
      home,
      folder,
      env: io.env,
      world: { ...world, authorities },
      proxmox: client,
      redaction,
      log,
      version: io.version,
    })
    try {
      return await work({
        run,
        proxmox: client,
        desired: reached.desired,
        source,
        loaded,
        home,
        folder,
        session: reached.session,
        redaction,
      })
    } finally {
      run.close()
      client.close()
    }
  })
}
