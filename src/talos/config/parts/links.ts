import { compact, type Document, type Mapping } from '../../document/value.ts'
import { has } from '../contract.ts'
import { document, named } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** A way to networks that are not on the link itself; without a destination it is the default route. */
export interface Route {
  readonly gateway: string
  readonly destination?: string
  readonly metric?: number
}

/** A network card, known by its hardware address, and how it is reached. */
export interface Link {
  readonly mac: string
  readonly mtu?: number
  readonly dhcp?: boolean
  /** Addresses with the length of their network: `192.168.1.11/24`. */
  readonly addresses?: readonly string[]
  readonly routes?: readonly Route[]
  /** An address that healthy control planes pass among each other. */
  readonly vip?: string
}

/** How other documents call the card with the given number. */
export const aliasOf = (index: number): string => `net${index}`

const defaultRoute = (gateway: string): string => (gateway.includes(':') ? '::/0' : '0.0.0.0/0')

function linkDocuments(link: Link, index: number): Document[] {
  const name = aliasOf(index)
  const match = `mac(link.permanent_addr) == ${JSON.stringify(link.mac.toLowerCase())}`
  const routes = link.routes?.map((route) => compact({ ...route }))
  const addresses = link.addresses?.map((address) => ({ address }))
  const isConfigured = link.mtu !== undefined || addresses !== undefined || routes !== undefined
  return [
    named('LinkAliasConfig', name, { selector: { match } }),
    ...(isConfigured ? [named('LinkConfig', name, compact({ up: true, mtu: link.mtu, addresses, routes }))] : []),
    ...(link.dhcp === true ? [document('DHCPv4Config', { name })] : []),
    ...(link.vip === undefined ? [] : [named('Layer2VIPConfig', link.vip, { link: name })]),
  ]
}

function legacyInterface(link: Link): Mapping {
  return compact({
    deviceSelector: { hardwareAddr: link.mac.toLowerCase() },
    addresses: link.addresses,
    routes: link.routes?.map(({ gateway, destination, metric }) =>
      compact({ network: destination ?? defaultRoute(gateway), gateway, metric }),
    ),
    mtu: link.mtu,
    dhcp: link.dhcp ?? false,
    vip: link.vip === undefined ? undefined : { ip: link.vip },
  })
}

/** Configures network cards; cards that are not named get no address by DHCP once one is. */
export const links: Part<readonly Link[]> = (wanted, contract) =>
  has(contract, 'linkDocuments')
    ? wanted.flatMap(linkDocuments)
    : [inMachine({ network: { interfaces: wanted.map(legacyInterface) } })]
