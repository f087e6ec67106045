import { machineConfig } from '../config/machine-config.ts'
import { announce } from '../discovery.ts'
import { hasQuorum, type Membership, runningMembership } from '../etcd/cluster.ts'
import { emit } from '../events/emit.ts'
import type { Node } from '../node.ts'
import { ownAddresses } from './addresses.ts'
import { configuredCards } from './configured.ts'

/** Takes shared addresses that nobody has, and lets go of those that others have: etcd decides whose they are. */
export function contendForVips(node: Node): void {
  const wanted = vipsOf(node)
  const held = node.state.network.addresses.filter(({ isShared }) => isShared === true)
  if (wanted.length === 0 && held.length === 0) return
  const membership = runningMembership(node)
  const won = wanted.filter(({ vip }) => membership !== undefined && isWon(node, membership, vip))
  if (won.map(cidrOf).join() === held.map(({ cidr }) => cidr).join()) return
  const own = node.state.network.addresses.filter(({ isShared }) => isShared !== true)
  const shared = won.map((one) => ({ link: one.link, cidr: cidrOf(one), layer: 'operator' as const, isShared: true }))
  node.state.network.addresses = [...own, ...shared]
  node.state.network.seen = [...new Set([...node.state.network.seen, ...shared.map(({ cidr }) => cidr)])]
  emit(node, { type: 'AddressEvent', hostname: node.state.network.hostname, addresses: ownAddresses(node) })
  announce(node)
}

/** Frees the shared addresses of a member that is gone. */
export function freeVips({ cluster, member }: Membership): void {
  cluster.vips = Object.fromEntries(Object.entries(cluster.vips).filter(([, holder]) => holder !== member.id))
}

interface Wanted {
  readonly link: string
  readonly vip: string
}

const cidrOf = ({ vip }: Wanted): string => `${vip}/${vip.includes(':') ? 128 : 32}`

function vipsOf(node: Node): readonly Wanted[] {
  const config = machineConfig(node)
  if (config?.type !== 'controlplane') return []
  return configuredCards(config, node.state.network.links).flatMap(({ link, vips }) =>
    vips.map((vip) => ({ link, vip })),
  )
}

function isWon({ talos }: Node, { cluster, member }: Membership, vip: string): boolean {
  if (member.isLearner || !hasQuorum(talos, cluster)) return false
  cluster.vips[vip] ??= member.id
  return cluster.vips[vip] === member.id
}
