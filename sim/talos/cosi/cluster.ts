import { create, toBinary } from '@bufbuild/protobuf'
import { parseIp } from '../../../src/net/ip.ts'
import { MachineType, MemberSpecSchema } from '../../../src/talos/gen/machine/resources_pb.ts'
import { machineConfig } from '../config/machine-config.ts'
import { discovered } from '../discovery.ts'
import { runningMembership } from '../etcd/cluster.ts'
import { etcdImage } from '../etcd/status.ts'
import { ownAddresses } from '../network/addresses.ts'
import type { Affiliate } from '../world.ts'
import { type ResourceContent, type ResourceKind, single } from './kind.ts'

const MACHINE_TYPES = { controlplane: MachineType.TYPE_CONTROL_PLANE, worker: MachineType.TYPE_WORKER } as const

function memberOf(affiliate: Affiliate): ResourceContent {
  const { nodeId, addresses, hostname, nodename, machineType, operatingSystem, apiPort } = affiliate
  const spec = create(MemberSpecSchema, {
    nodeId,
    addresses: addresses.map((address) => ({ ip: ipBytes(address) })),
    hostname,
    machineType: MACHINE_TYPES[machineType],
    operatingSystem,
    ...(apiPort === undefined ? {} : { controlPlane: { apiServerPort: BigInt(apiPort) } }),
  })
  return {
    id: nodename,
    spec: {
      nodeId,
      addresses,
      hostname,
      machineType,
      operatingSystem,
      ...(apiPort === undefined ? {} : { controlPlane: { port: apiPort } }),
    },
    proto: toBinary(MemberSpecSchema, spec),
  }
}

function ipBytes(address: string): Buffer {
  const { family, value } = parseIp(address)
  return Buffer.from(value.toString(16).padStart(family === 'ipv4' ? 8 : 32, '0'), 'hex')
}

/** Resources about the cluster that a machine belongs to. */
export const clusterKinds: readonly ResourceKind[] = [
  {
    type: 'Members.cluster.talos.dev',
    owner: 'cluster.MemberController',
    list: (node) => discovered(node).map(memberOf),
  },
  {
    type: 'Affiliates.cluster.talos.dev',
    owner: 'cluster.AffiliateMergeController',
    list: (node) =>
      discovered(node).map(({ vmid: _, apiPort, ...spec }) => ({
        id: spec.nodeId,
        ...(spec.nodeId === node.state.nodeId ? { owner: 'cluster.LocalAffiliateController' } : {}),
        spec: { ...spec, ...(apiPort === undefined ? {} : { controlPlane: { port: apiPort } }) },
      })),
  },
  {
    type: 'Infos.cluster.talos.dev',
    owner: 'cluster.InfoController',
    list(node) {
      const config = machineConfig(node)
      return config === undefined
        ? []
        : single('current', { clusterId: config.clusterId, clusterName: config.clusterName })
    },
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
    type: 'EtcdSpecs.etcd.talos.dev',
    owner: 'etcd.SpecController',
    list(node) {
      const [address] = ownAddresses(node)
      if (machineConfig(node)?.type !== 'controlplane' || address === undefined) return []
      const everywhere = [address.includes(':') ? '::' : '0.0.0.0']
      return single('etcd', {
        name: node.state.network.hostname,
        advertisedAddresses: [address],
        listenPeerAddresses: everywhere,
        listenClientAddresses: everywhere,
        image: etcdImage(node),
        extraArgs: {},
      })
    },
  },
  {
    type: 'EtcdConfigs.etcd.talos.dev',
    owner: 'etcd.ConfigController',
    list(node) {
      if (machineConfig(node)?.type !== 'controlplane') return []
      return single('etcd', {
        advertiseExcludeSubnets: [],
        listenExcludeSubnets: [],
        image: etcdImage(node),
        extraArgs: {},
      })
    },
  },
  {
    type: 'MachineTypes.config.talos.dev',
    owner: 'config.MachineTypeController',
    list: (node) => single('machine-type', machineConfig(node)?.type ?? 'unknown'),
  },
]
