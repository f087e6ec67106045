import type { VmConfig } from '../../../../world/vm.ts'
import { type CardAddresses, cardAddresses, dotted, type Resolver } from './addresses.ts'

const INDENT = '        '

/** The network settings in the format of Debian's interfaces file. */
export function interfacesText(config: VmConfig, { nameservers, domains }: Resolver): string {
  const lines = [
    'auto lo',
    'iface lo inet loopback',
    '',
    ...(nameservers.length === 0 ? [] : [`${INDENT}dns_nameservers ${nameservers.join(' ')}`]),
    ...(domains.length === 0 ? [] : [`${INDENT}dns_search ${domains.join(' ')}`]),
    ...cardAddresses(config).flatMap(cardLines),
  ]
  return `${lines.join('\n')}\n`
}

function cardLines(card: CardAddresses): readonly string[] {
  return [`auto eth${card.index}`, ...fourLines(card), ...sixLines(card)]
}

function fourLines({ index, ip, gw }: CardAddresses): readonly string[] {
  if (ip === undefined) return []
  if (ip === 'dhcp') return [`iface eth${index} inet dhcp`]
  const { address, netmask } = dotted(ip)
  return stanza(`iface eth${index} inet static`, address, netmask, gw)
}

function sixLines({ index, ip6, gw6 }: CardAddresses): readonly string[] {
  if (ip6 === undefined) return []
  if (ip6 === 'auto' || ip6 === 'dhcp') return [`iface eth${index} inet6 ${ip6}`]
  const [address = '', netmask = ''] = ip6.split('/')
  return stanza(`iface eth${index} inet6 static`, address, netmask, gw6)
}

function stanza(head: string, address: string, netmask: string, gateway: string | undefined): readonly string[] {
  const lines = [head, `${INDENT}address ${address}`, `${INDENT}netmask ${netmask}`]
  return gateway === undefined ? lines : [...lines, `${INDENT}gateway ${gateway}`]
}
