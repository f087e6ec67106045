import { machineConfig } from '../config/machine-config.ts'
import { discovered } from '../discovery.ts'
import { runningMembership } from '../etcd/cluster.ts'
import { type ResourceKind, single } from './kind.ts'

/** Resources about the cluster that a machine belongs to. */
export const clusterKinds: readonly ResourceKind[] = [
  {
    type: 'Members.cluster.talos.dev',
    owner: 'cluster.MemberController',
    list: (node) =>
      discovered(node).map(({ nodeId, addresses, hostname, nodename, machineType, operatingSystem, apiPort }) => ({
        id: nodename,
        spec: {
          nodeId,
          addresses,
          hostname,
          machineType,
          operatingSystem,
          ...(apiPort === undefined ? {} : { controlPlane: { port: apiPort } }),
        },
      })),
  },
  {
    type: 'Identities.cluster.talos.dev',
    owner: 'cluster.NodeIdentityController',
    list: ({ state }) => single('local', { nodeId: state.nodeId }),
  },
  {
    type: 'EtcdMembers.etcd.talos.dev',
    owner: 'etcd.MemberController',
    list(node) {
      const membership = runningMembership(node)
      return membership === undefined ? [] : single('local', { memberID: membership.member.id })
    },
  },
  {
    type: 'MachineTypes.config.talos.dev',
    owner: 'config.MachineTypeController',
    list: (node) => single('machine-type', machineConfig(node)?.type ?? 'unknown'),
  },
]
