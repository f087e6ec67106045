import type { VmConfig } from '../../../../world/vm.ts'
import { type CardAddresses, cardAddresses, dotted, type Resolver } from './addresses.ts'

/** The network settings in the first version of cloud-init's own format. */
export function networkConfigText(config: VmConfig, { nameservers, domains }: Resolver): string {
  const lines = [
    'version: 1',
    'config:',
    ...cardAddresses(config).flatMap(cardLines),
    '    - type: nameserver',
    ...list('address', nameservers),
    ...list('search', domains),
  ]
  return `${lines.join('\n')}\n`
}

function list(name: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [`      ${name}:`, ...values.map((value) => `      - '${value}'`)]
}

function cardLines(card: CardAddresses): readonly string[] {
  return [
    '    - type: physical',
    `      name: eth${card.index}`,
    `      mac_address: '${card.mac}'`,
    '      subnets:',
    ...fourLines(card),
    ...sixLines(card),
  ]
}

function fourLines({ ip, gw }: CardAddresses): readonly string[] {
  if (ip === undefined) return []
  if (ip === 'dhcp') return ['      - type: dhcp4']
  const { address, netmask } = dotted(ip)
  const head = ['      - type: static', `        address: '${address}'`, `        netmask: '${netmask}'`]
  return gw === undefined ? head : [...head, `        gateway: '${gw}'`]
}

function sixLines({ ip6, gw6 }: CardAddresses): readonly string[] {
  if (ip6 === undefined) return []
  if (ip6 === 'dhcp') return ['      - type: dhcp6']
  if (ip6 === 'auto') return ['      - type: ipv6_slaac']
  const head = ['      - type: static6', `        address: '${ip6}'`]
  return gw6 === undefined ? head : [...head, `        gateway: '${gw6}'`]
}
