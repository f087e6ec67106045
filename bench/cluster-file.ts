import { stringify } from 'yaml'

/** What a cluster of a bench looks like. */
export interface ClusterShape {
  readonly controlPlanes: number
  readonly workers: number
  /** The first three parts of addresses of this computer to itself, for programs that really connect. */
  readonly subnet?: string
  /** The hosts; as many as machines of this number usually have unless told. */
  readonly hosts?: readonly string[]
}

/** A host carries about as many machines as in a small datacenter. */
const MACHINES_PER_HOST = 10
const FEWEST_HOSTS = 3

/** The names of the hosts that a cluster of this shape is spread over. */
export const hostsFor = ({
  controlPlanes,
  workers,
}: Pick<ClusterShape, 'controlPlanes' | 'workers'>): readonly string[] =>
  Array.from(
    { length: Math.max(FEWEST_HOSTS, Math.ceil((controlPlanes + workers) / MACHINES_PER_HOST)) },
    (_, index) => `pve${index + 1}`,
  )

/** Where things are in a cluster whose addresses are this computer's own. */
export const placesIn = (subnet: string) => ({
  proxmox: `https://${subnet}.250:8006`,
  factory: `https://${subnet}.251:8443`,
  vip: `${subnet}.9`,
  gateway: `${subnet}.1`,
})

/** The first control plane and the first worker have these numbers in the network. */
export const FIRST = { controlPlane: 11, worker: 31 }

/** A cluster file with machines of one size for each role, on hosts with storages of their own. */
export function clusterFile(shape: ClusterShape): string {
  const { controlPlanes, workers, subnet } = shape
  const local = subnet === undefined ? undefined : placesIn(subnet)
  const file = {
    apiVersion: 'talmox.dev/v1alpha1',
    kind: 'Cluster',
    name: 'bench',
    environment: 'lab',
    proxmox: {
      endpoint: local?.proxmox ?? 'https://pve1.lan:8006',
      hosts: shape.hosts ?? hostsFor(shape),
      storage: { disks: 'local-zfs', images: 'local' },
    },
    network:
      local === undefined
        ? { bridge: 'vmbr0', cidr: '10.0.0.0/16', gateway: '10.0.0.1', vip: '10.0.0.9' }
        : { bridge: 'vmbr0', cidr: `${subnet}.0/24`, gateway: local.gateway, vip: local.vip },
    talos: { version: 'v1.13.9', ...(local === undefined ? {} : { factory: local.factory }) },
    kubernetes: { version: 'v1.35.4' },
    controlPlane: {
      count: controlPlanes,
      cores: 2,
      memory: '4GiB',
      disk: '20GiB',
      vmids: '2000-2099',
      addresses: `+${FIRST.controlPlane}`,
    },
    workers: {
      general: {
        count: workers,
        cores: 2,
        memory: '4GiB',
        disk: '20GiB',
        vmids: '10000-19999',
        addresses: `+${FIRST.worker}`,
      },
    },
  }
  return stringify(file)
}
