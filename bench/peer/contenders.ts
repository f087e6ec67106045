import { execFileSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { type Programs, tofuFolder } from '../../conformance/proxmox/tofu-folder.ts'
import { root } from '../../test/shared-data.ts'
import { placesIn } from '../cluster-file.ts'
import { runTalmox, type ServedCluster, type Size } from '../served-cluster.ts'
import { type Timed, timedProgram } from '../timed-program.ts'

/** Somebody who makes clusters, in a world of his own. */
export interface Contender {
  /** Makes the cluster this large; what is so already stays. */
  readonly bring: (size: Size) => Promise<Timed>
  readonly destroy: () => Promise<Timed>
}

/** talmox, as it is built. */
export const talmox = async (cluster: ServedCluster): Promise<Contender> => ({
  bring(size) {
    cluster.write(size)
    return runTalmox(cluster, 'up', '--yes')
  },
  destroy: () => runTalmox(cluster, 'destroy', '--yes'),
})

/** The genuine programs of the others, built when they are not there. */
export interface PeerPrograms extends Programs {
  readonly talosctl: string
}

/** Finds the genuine programs; fails where they are not there and cannot be built. */
export function peerPrograms(): PeerPrograms {
  const build = path.join(root, 'conformance/tools/build.mjs')
  const where = (name: string) => execFileSync(process.execPath, [build, name], { encoding: 'utf8' }).trim()
  return { opentofu: where('opentofu'), bpg: where('bpg'), talosctl: where('talosctl-1.13') }
}

/** OpenTofu with bpg's provider for machines, and talosctl for what is in them. */
export const openTofu =
  (programs: PeerPrograms, parallelism?: number) =>
  async ({ folder, subnet, hosts, served, env }: ServedCluster): Promise<Contender> => {
    const way = {
      SSL_CERT_FILE: env.SSL_CERT_FILE ?? '',
      PROXMOX_VE_ENDPOINT: `${placesIn(subnet).proxmox}/`,
      PROXMOX_VE_API_TOKEN: served.access.token ?? '',
      PROXMOX_VE_INSECURE: 'true',
    }
    const place = await tofuFolder(path.join(root, 'bench/peer/main.tf'), folder, way, programs)
    const atOnce = parallelism === undefined ? [] : [`-parallelism=${parallelism}`]
    let last: readonly string[] = []
    const run = (command: string, ...args: readonly string[]) =>
      timedProgram(programs.opentofu, [command, '-no-color', ...args], place)
    await run('init')
    return {
      bring(size) {
        last = [
          ['subnet', subnet],
          ['factory', placesIn(subnet).factory],
          ['talosctl', programs.talosctl],
          ['hosts', JSON.stringify(hosts)],
          ['control_planes', String(size.controlPlanes)],
          ['workers', String(size.workers)],
        ].flatMap(([name, value]) => ['-var', `${name}=${value}`])
        return run('apply', '-auto-approve', ...atOnce, ...last)
      },
      destroy: () => run('destroy', '-auto-approve', ...atOnce, ...last),
    }
  }
