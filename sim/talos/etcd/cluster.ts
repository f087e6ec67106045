import type { KubernetesState } from '../../kubernetes/state.ts'
import { ephemeral } from '../disk.ts'
import type { Node } from '../node.ts'
import { isRunning } from '../services/change.ts'
import type { Talos } from '../talos.ts'

/** What the members of an etcd cluster have agreed on; every member's data hold it. */
export interface EtcdCluster {
  readonly id: string
  members: EtcdMember[]
  /** Absent while there is none. */
  leader?: string
  term: number
  index: number
  /** Bytes of the database that nothing is in any more. */
  waste: number
  /** Which member has which shared address. */
  vips: Record<string, string>
  /** What Kubernetes keeps there; absent before its first start. */
  kubernetes?: KubernetesState
  alarms: { readonly member: string; readonly alarm: 'NOSPACE' | 'CORRUPT' }[]
}

/** A member of etcd. */
export interface EtcdMember {
  /** 16 hex digits. */
  readonly id: string
  /** The machine that it runs on. */
  readonly vmid: number
  readonly name: string
  readonly address: string
  /** Still copying data, without a vote. */
  isLearner: boolean
}

/** The cluster and member whose data a machine has. */
export interface Membership {
  readonly cluster: EtcdCluster
  readonly member: EtcdMember
}

/** The membership of a machine; nothing when it has no data, or others have removed it. */
export function membershipOf(node: Node): Membership | undefined {
  const { etcd } = ephemeral(node)
  if (etcd === undefined || etcd === 'broken') return undefined
  const cluster = node.talos.state.etcd[etcd.cluster]
  const member = cluster?.members.find(({ id }) => id === etcd.member)
  return cluster === undefined || member === undefined ? undefined : { cluster, member }
}

/** The membership of a machine whose etcd runs. */
export const runningMembership = (node: Node): Membership | undefined =>
  isRunning(node, 'etcd') ? membershipOf(node) : undefined

/** The machines of a cluster whose etcd runs. */
export function nodesUp({ nodes }: Talos, cluster: EtcdCluster): readonly Node[] {
  return cluster.members.flatMap(({ id, vmid }) => {
    const node = nodes.get(vmid)
    return node !== undefined && runningMembership(node)?.member.id === id ? [node] : []
  })
}

/** Whether more than half of those with a vote are there. */
export function hasQuorum(talos: Talos, cluster: EtcdCluster): boolean {
  const voters = cluster.members.filter(({ isLearner }) => !isLearner)
  const up = nodesUp(talos, cluster).filter((node) => membershipOf(node)?.member.isLearner === false)
  return up.length * 2 > voters.length
}

/** The leader, as long as it is there and followed. */
export const leaderOf = (talos: Talos, cluster: EtcdCluster): EtcdMember | undefined =>
  hasQuorum(talos, cluster) ? cluster.members.find(({ id }) => id === cluster.leader) : undefined
