import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { begin } from '../sim/begin.ts'
import { accessOf } from '../sim/control/access.ts'
import { type RunningWorld, startWorld } from '../sim/start.ts'
import { eventClock } from '../sim/world/event-clock.ts'
import { resolve } from '../src/resolve/resolve.ts'
import { clusterSecrets } from '../src/run/cluster-secrets.ts'
import { homeOf } from '../src/run/home/home.ts'
import { loadText } from '../src/spec/load.ts'
import { silentLog } from '../src/world/log.ts'
import { createRedaction } from '../src/world/redaction.ts'
import { run } from '../test/cli/run.ts'
import { type ClusterShape, clusterFile } from './cluster-file.ts'
import { type Calls, countCalls } from './count-calls.ts'

/** A simulated world inside this process, on a clock for which only waiting takes time, and talmox working on it. */
export interface EmbeddedCluster {
  readonly running: RunningWorld
  /** The calls since the last time that this was asked. */
  readonly calls: () => Calls
  readonly talmox: (...args: readonly string[]) => Promise<string>
  /** Writes the cluster file anew. */
  readonly write: (shape: ClusterShape) => void
  readonly close: () => void
}

/** Opens a world of its own for a cluster that is too large for real time on one computer. */
export async function embedCluster(shape: ClusterShape, speed: number): Promise<EmbeddedCluster> {
  const text = clusterFile(shape)
  const { desired, problems } = resolve(await loadText(text, 'cluster.yaml'))
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  const clock = eventClock(speed)
  const running = startWorld({ world: begin({ cluster: desired }, clock.now()), speed, clock })
  const access = await accessOf(running.world)
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-bench-'))
  const tls = { fingerprint: access.endpoints.map(({ fingerprint }) => fingerprint) }
  const write = (changed: ClusterShape) =>
    writeFileSync(
      path.join(folder, 'cluster.yaml'),
      clusterFile(changed).replace('proxmox:\n', `proxmox:\n  tls: ${JSON.stringify(tls)}\n`),
    )
  write(shape)
  // How long keys are looked for is a matter of luck, and not what is measured.
  const home = homeOf(path.join(folder, 'cluster.yaml'), desired.name)
  const places = { env: {}, folder, log: silentLog }
  await clusterSecrets(home, desired, places, { redaction: createRedaction(), clock }).create()
  const env = {
    TALMOX_PROXMOX_ENDPOINT: access.endpoints.map(({ url }) => url).join(','),
    TALMOX_PROXMOX_API_TOKEN: access.token,
  }
  const world = { clock, dial: running.dial, listen: running.listen, authorities: [access.webAuthority] }
  return {
    running,
    calls: countCalls(running),
    async talmox(...args) {
      const { code, stdout, stderr } = await run(args, { cwd: folder, env, world })
      if (code !== 0) throw new Error(`talmox ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
      return stdout
    },
    write,
    close() {
      running.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
