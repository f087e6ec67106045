import { contains, type Ip, parseIp, parseNetwork } from '../../../src/net/ip.ts'
import { ofKind } from '../../../src/talos/document/identity.ts'
import { type MachineConfig, machineConfig, texts } from '../config/machine-config.ts'
import { bare } from '../network/addresses.ts'
import type { Node } from '../node.ts'
import { clusterNetworks } from './settings.ts'

const ANY = { ipv4: '0.0.0.0/0', ipv6: '::/0' }

/** The subnets that the addresses of a node are from: as configured, else all of the families that pods have. */
function validSubnets(config: MachineConfig): readonly string[] {
  const [document] = ofKind(config.documents, 'KubeNodeConfig')
  const asked = [
    ...texts(document, 'nodeIP', 'validSubnets'),
    ...texts(config.root, 'machine', 'kubelet', 'nodeIP', 'validSubnets'),
  ]
  if (asked.length > 0) return asked
  return clusterNetworks(config).podSubnets.map((subnet) => ANY[parseNetwork(subnet).family])
}

/** The addresses by which a machine's node is known: the first that fits of each family, never one that others share. */
export function nodeAddresses(node: Node): readonly string[] {
  const config = machineConfig(node)
  if (config === undefined) return []
  const { podSubnets, serviceSubnets } = clusterNetworks(config)
  const subnets = validSubnets(config)
  const isIn = (ip: Ip, list: readonly string[]) => list.some((subnet) => contains(parseNetwork(subnet), ip))
  const wanted = subnets.filter((subnet) => !subnet.startsWith('!'))
  const unwanted = subnets.filter((subnet) => subnet.startsWith('!')).map((subnet) => subnet.slice(1))
  const fitting = node.state.network.addresses
    .filter(({ isShared }) => isShared !== true)
    .map(({ cidr }) => bare(cidr))
    .filter((address) => {
      const ip = parseIp(address)
      return isIn(ip, wanted) && !isIn(ip, [...unwanted, ...podSubnets, ...serviceSubnets])
    })
  const family = (address: string) => parseIp(address).family
  return fitting.filter((address, at) => fitting.findIndex((other) => family(other) === family(address)) === at)
}
