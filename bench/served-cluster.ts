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
import { type ClusterShape, clusterFile } from './cluster-file.ts'
import type { Latencies } from './ideal/ideal-world.ts'
import { type Timed, timedProgram } from './timed-program.ts'

/** How often Proxmox and machines were asked for something. */
export interface Calls {
  readonly proxmox: number
  readonly talos: number
}

/** A simulated world that any program of this computer reaches, in real time, and a folder with the file of its cluster. */
export interface ServedCluster {
  readonly served: Served
  readonly subnet: string
  readonly folder: string
  readonly file: string
  /** What programs find the world by. */
  readonly env: NodeJS.ProcessEnv
  /** The calls since the last time that this was asked. */
  readonly calls: () => Calls
  /** Writes the cluster file anew. */
  readonly write: (shape: Omit<ClusterShape, 'subnet'>) => void
  readonly close: () => void
}

/** Serves a world in which a cluster of this shape can be made, at the speed of real time. */
export async function serveCluster(
  shape: Omit<ClusterShape, 'subnet'>,
  { callMs = 0, timing }: Latencies = {},
): Promise<ServedCluster> {
  const subnet = loopbackSubnet()
  const { desired, problems } = resolve(await loadText(clusterFile({ ...shape, subnet }), 'cluster.yaml'))
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
  const write = (changed: Omit<ClusterShape, 'subnet'>) => {
    const document = parseDocument(clusterFile({ ...changed, subnet }))
    document.setIn(['proxmox', 'tls'], { fingerprint: access.endpoints.map(({ fingerprint }) => fingerprint) })
    writeFileSync(file, String(document))
  }
  write(shape)
  const { HTTPS_PROXY: _, https_proxy: __, HTTP_PROXY: ___, http_proxy: ____, ...own } = process.env
  return {
    served,
    subnet,
    folder,
    file,
    env: { ...own, TALMOX_PROXMOX_API_TOKEN: access.token, SSL_CERT_FILE: authority },
    calls: countCalls(served),
    write,
    close() {
      served.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function countCalls({ running }: Served): () => Calls {
  let calls: Calls = { proxmox: 0, talos: 0 }
  running.sim.hooks.afterAnswer.push(() => {
    calls = { ...calls, proxmox: calls.proxmox + 1 }
  })
  running.talos.onCall.push(() => {
    calls = { ...calls, talos: calls.talos + 1 }
  })
  return () => {
    const since = calls
    calls = { proxmox: 0, talos: 0 }
    return since
  }
}

const TALMOX = path.join(root, 'dist/cli/talmox.cjs')

/** Runs the built command in the folder of the cluster, as a person would. */
export const runTalmox = ({ folder, env }: ServedCluster, ...args: readonly string[]): Promise<Timed> =>
  timedProgram(process.execPath, [TALMOX, ...args], { cwd: folder, env })
