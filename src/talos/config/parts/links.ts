import { UserError } from '../../../user-error.ts'
import { compact, type Document, type Mapping } from '../../document/value.ts'
import { has } from '../contract.ts'
import { document, named } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** The default route, or a way to one more network, which may be on the link itself. */
export type Route = WayOptions &
  (
    | { readonly gateway: string; readonly destination?: undefined }
    | { readonly gateway?: string | undefined; readonly destination: string }
  )

interface WayOptions {
  readonly source?: string | undefined
  readonly metric?: number | undefined
  readonly mtu?: number | undefined
}

/** What a card is known by; all that is given must fit. */
export interface LinkSelector {
  readonly mac?: string | undefined
  /** Path on the PCI bus, with `*` as wildcard. */
  readonly busPath?: string | undefined
  readonly driver?: string | undefined
  readonly pciID?: string | undefined
  /** Any card that is not made of others. */
  readonly physical?: boolean | undefined
}

/** A network card and how it is reached. */
export interface Link {
  readonly selector: LinkSelector
  readonly mtu?: number
  readonly dhcp?: boolean
  /** Addresses with the length of their network: `192.168.1.11/24`. */
  readonly addresses?: readonly string[]
  readonly routes?: readonly Route[]
  /** Addresses that healthy control planes pass among each other. */
  readonly vips?: readonly string[]
}

/** How other documents call the card with the given number. */
export const aliasOf = (index: number): string => `net${index}`

function legacyRoute(route: Route): Mapping {
  const { source, metric, mtu, gateway } = route
  const network = route.destination ?? (route.gateway.includes(':') ? '::/0' : '0.0.0.0/0')
  return compact({ network, gateway, source, metric, mtu })
}

const linkRoute = ({ destination, gateway, source, metric, mtu }: Route): Mapping =>
  compact({ destination, gateway, source, metric, mtu })

/** The expression that picks a card; aliases are only given to cards, so one that asks for any of them asks for little. */
function matchOf({ mac, busPath, driver, pciID, physical }: LinkSelector): string {
  const conditions = [
    mac && `mac(link.permanent_addr) == ${JSON.stringify(mac.toLowerCase())}`,
    busPath && `glob(${JSON.stringify(busPath)}, link.bus_path)`,
    driver && `link.driver == ${JSON.stringify(driver)}`,
    pciID && `link.pciid == ${JSON.stringify(pciID.toUpperCase())}`,
    physical === undefined ? undefined : `link.kind ${physical ? '==' : '!='} ""`,
  ]
  return conditions.filter((condition) => condition !== undefined && condition !== '').join(' && ')
}

function linkDocuments(link: Link, index: number): Document[] {
  const name = aliasOf(index)
  const routes = link.routes?.map(linkRoute)
  const addresses = link.addresses?.map((address) => ({ address }))
  const isConfigured = link.mtu !== undefined || addresses !== undefined || routes !== undefined
  return [
    named('LinkAliasConfig', name, { selector: { match: matchOf(link.selector) } }),
    ...(isConfigured ? [named('LinkConfig', name, compact({ up: true, mtu: link.mtu, addresses, routes }))] : []),
    ...(link.dhcp === true ? [document('DHCPv4Config', { name })] : []),
    ...(link.vips ?? []).map((vip) => named('Layer2VIPConfig', vip, { link: name })),
  ]
}

/** A card as `machine.network.interfaces` has it. */
export function legacyInterface({ selector, addresses, routes, mtu, dhcp, vips = [] }: Link): Mapping {
  const { mac, ...others } = selector
  const [vip, second] = vips
  if (second !== undefined) {
    throw new UserError('talos-vips', `a card can hold one virtual address there, and ${second} is another one`, {
      hint: 'contracts from v1.12 on have a document for each; or leave one of them out',
    })
  }
  return compact({
    deviceSelector: compact({ hardwareAddr: mac?.toLowerCase(), ...others }),
    addresses,
    routes: routes?.map(legacyRoute),
    mtu,
    dhcp: dhcp ?? false,
    vip: vip === undefined ? undefined : { ip: vip },
  })
}

/** Configures network cards in the old way, which every version reads: patches written for it merge with nothing else. */
export const interfaces: Part<readonly Link[]> = (wanted) => [
  inMachine({ network: { interfaces: wanted.map(legacyInterface) } }),
]

/** Configures network cards; cards that are not named get no address by DHCP once one is. */
export const links: Part<readonly Link[]> = (wanted, contract) =>
  has(contract, 'linkDocuments') ? wanted.flatMap(linkDocuments) : interfaces(wanted, contract)
