import { stringify } from 'yaml'
import type { Desired } from '../src/resolve/desired.ts'
import { resolve } from '../src/resolve/resolve.ts'
import { loadText } from '../src/spec/load.ts'

/** A cluster of so many machines, ten on each host. */
export async function clusterOf(size: number): Promise<Desired> {
  const file = {
    apiVersion: 'talmox.dev/v1alpha1',
    kind: 'Cluster',
    name: 'bench',
    proxmox: {
      endpoint: 'https://pve1.lan:8006',
      hosts: Array.from({ length: Math.max(3, size / 10) }, (_, index) => `pve${index + 1}`),
      storage: { disks: 'local-zfs', images: 'local' },
    },
    network: { bridge: 'vmbr0', cidr: '10.0.0.0/16', gateway: '10.0.0.1', vip: '10.0.0.2' },
    talos: { version: 'v1.12.4' },
    kubernetes: { version: 'v1.35.0' },
    controlPlane: { count: 3, vmids: '2000-2099', addresses: '+10' },
    workers: { general: { count: size - 3, vmids: '10000-19999', addresses: '+100' } },
  }
  const { desired, problems } = resolve(await loadText(stringify(file), 'cluster.yaml'))
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return desired
}
