import { machineConfig } from '../config/machine-config.ts'
import { discovered } from '../discovery.ts'
import { runningMembership } from '../etcd/cluster.ts'
import { type ResourceKind, single } from './kind.ts'

/** Resources about the cluster that a machine belongs to. */
export const clusterKinds: readonly ResourceKind[] = [
  {
    type: 'Members.cluster.talos.dev',
    namespace: 'cluster',
    owner: 'cluster.MemberController',
    columns: {
      Hostname: '{.hostname}',
      'Machine Type': '{.machineType}',
      OS: '{.operatingSystem}',
      Addresses: '{.addresses}',
    },
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
    namespace: 'cluster',
    owner: 'cluster.NodeIdentityController',
    columns: { ID: '{.nodeId}' },
    list: ({ state }) => single('local', { nodeId: state.nodeId }),
  },
  {
    type: 'EtcdMembers.etcd.talos.dev',
    namespace: 'etcd',
    owner: 'etcd.MemberController',
    columns: { 'Member ID': '{.memberID}' },
    list(node) {
      const membership = runningMembership(node)
      return membership === undefined ? [] : single('local', { memberID: membership.member.id })
    },
  },
  {
    type: 'MachineTypes.config.talos.dev',
    namespace: 'config',
    owner: 'config.MachineTypeController',
    columns: { Type: '{}' },
    list: (node) => single('machine-type', machineConfig(node)?.type ?? 'unknown'),
  },
]
