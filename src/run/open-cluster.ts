import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { z } from 'zod'
import { createClient } from '../proxmox/client/client.ts'
import { readConnection } from '../proxmox/credentials/connection.ts'
import type { Desired } from '../resolve/desired.ts'
import { resolve } from '../resolve/resolve.ts'
import { loadSpec } from '../spec/load.ts'
import { locateProblems } from '../spec/locate.ts'
import { renderProblems } from '../spec/render-problems.ts'
import { UserError } from '../user-error.ts'
import { systemAuthorities } from '../world/authorities.ts'
import type { Clock } from '../world/clock.ts'
import { type Log, silentLog } from '../world/log.ts'
import { createRedaction, type Redaction } from '../world/redaction.ts'
import { realWorld, type World } from '../world/world.ts'
import { type ClusterRun, openClusterRun } from './cluster-run.ts'
import { type Home, homeOf } from './home/home.ts'

/** What a program may replace; what is left out is that of its process. */
export interface Surroundings {
  readonly cwd?: string
  /** Where credentials and endpoints are looked for. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly world?: World
  readonly log?: Log
}

/** A cluster that a program works on; whoever opened it closes it. */
export interface OpenCluster extends ClusterRun {
  /** The cluster as the file alone has it. */
  readonly desired: Desired
  readonly home: Home
  readonly clock: Clock
  /** Knows every secret of the cluster. */
  readonly redaction: Redaction
  /** Version of this package. */
  readonly version: string
}

/** Opens the cluster of a file; nothing is asked before it is needed. A file with errors is refused with all of them. */
export async function openCluster(file: string, surroundings: Surroundings = {}): Promise<OpenCluster> {
  const { cwd = process.cwd(), env = process.env, world = realWorld, log = silentLog } = surroundings
  const loaded = await loadSpec(file, { cwd })
  const { desired, problems } = resolve(loaded)
  if (desired === undefined) {
    const text = renderProblems(locateProblems(loaded.source, problems), { color: false })
    throw new UserError('invalid-file', `${file} has errors:\n${text.trimEnd()}`)
  }
  const absolute = path.resolve(cwd, file)
  const folder = path.dirname(absolute)
  const home = homeOf(absolute, desired.name)
  const redaction = createRedaction()
  const connection = await readConnection(desired.proxmox, { env, folder, log })
  const proxmox = createClient(connection, { ...world, log, redaction, random: Math.random })
  const authorities = world.authorities ?? (await systemAuthorities(env))
  const version = ownVersion()
  const run = openClusterRun({
    loaded,
    desired,
    home,
    folder,
    env,
    world: { ...world, authorities },
    proxmox,
    redaction,
    log,
    version,
  })
  return {
    ...run,
    desired,
    home,
    clock: world.clock,
    redaction,
    version,
    close() {
      run.close()
      proxmox.close()
    },
  }
}

const manifest = z.object({ version: z.string() })

function ownVersion(): string {
  const file = createRequire(import.meta.url).resolve('talmox/package.json')
  return manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).version
}
