import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { parseDocument } from 'yaml'
import { loopbackSubnet } from '../conformance/loopback-subnet.ts'
import { type Served, serveWorld } from '../sim/serve.ts'
import { resolve } from '../src/resolve/resolve.ts'
import { loadText } from '../src/spec/load.ts'
import { wait } from '../src/world/clock.ts'
import { root } from '../test/shared-data.ts'
import { type ClusterShape, clusterFile, hostsFor } from './cluster-file.ts'
import { type Calls, countCalls } from './count-calls.ts'
import type { Latencies } from './ideal/ideal-world.ts'
import { type Timed, timedProgram } from './timed-program.ts'

/** How many machines a cluster has. */
export type Size = Pick<ClusterShape, 'controlPlanes' | 'workers'>

/** A simulated world that any program of this computer reaches, in real time, and a folder with the file of its cluster. */
export interface ServedCluster {
  readonly served: Served
  readonly subnet: string
  readonly hosts: readonly string[]
  readonly folder: string
  readonly file: string
  /** What programs find the world by. */
  readonly env: NodeJS.ProcessEnv
  /** The calls since the last time that this was asked. */
  readonly calls: () => Calls
  /** Writes the cluster file anew. */
  readonly write: (size: Size) => void
  readonly close: () => void
}

/** Serves a world in which a cluster of this shape can be made, at the speed of real time. */
export async function serveCluster(size: Size, { callMs = 0, timing }: Latencies = {}): Promise<ServedCluster> {
  const subnet = loopbackSubnet()
  const hosts = hostsFor(size)
  const { desired, problems } = resolve(await loadText(clusterFile({ ...size, subnet, hosts }), 'cluster.yaml'))
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  const served = await serveWorld({
    beginning: { cluster: desired },
    speed: 1,
    listen: { address: '127.0.0.1', port: 0 },
    control: 0,
    warn: (message) => process.stderr.write(`${message}\n`),
    ...(timing === undefined ? {} : { timing }),
  })
  const { running, access } = served
  if (callMs > 0) running.sim.hooks.before.push(() => wait(running.clock, callMs))
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-bench-'))
  const authority = path.join(folder, 'authority.pem')
  writeFileSync(authority, access.webAuthority)
  const file = path.join(folder, 'cluster.yaml')
  const write = (changed: Size) => {
    const document = parseDocument(clusterFile({ ...changed, subnet, hosts }))
    document.setIn(['proxmox', 'tls'], { fingerprint: access.endpoints.map(({ fingerprint }) => fingerprint) })
    writeFileSync(file, String(document))
  }
  write(size)
  const { HTTPS_PROXY: _, https_proxy: __, HTTP_PROXY: ___, http_proxy: ____, ...own } = process.env
  return {
    served,
    subnet,
    hosts,
    folder,
    file,
    env: { ...own, TALMOX_PROXMOX_API_TOKEN: access.token, SSL_CERT_FILE: authority },
    calls: countCalls(running),
    write,
    close() {
      served.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const TALMOX = path.join(root, 'dist/cli/talmox.cjs')

/** Runs the built command in the folder of the cluster, as a person would. */
export const runTalmox = ({ folder, env }: ServedCluster, ...args: readonly string[]): Promise<Timed> =>
  timedProgram(process.execPath, [TALMOX, ...args], { cwd: folder, env })
