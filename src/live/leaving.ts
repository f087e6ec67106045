import type { Role } from '../placement/types.ts'
import type { ObservedVm } from '../proxmox/observe/observed.ts'

/** The name by which etcd and Kubernetes know a machine that left the file: people may rename its VM, not its record. */
export const nodeNameOf = ({ record, name }: ObservedVm): string => record?.node ?? name

/** What a machine is that left the file; the tag of its role counts only where no record says it. */
export const roleOf = ({ record, tags }: ObservedVm): Role => {
  const isControlPlane = record === undefined ? tags.includes('controlplane') : record.pool === 'controlPlane'
  return isControlPlane ? 'controlplane' : 'worker'
}
