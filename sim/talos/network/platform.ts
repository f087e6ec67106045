import { parse, parseAllDocuments } from 'yaml'
import type { Node } from '../node.ts'
import { bare } from './addresses.ts'

/** What a platform says about one card. */
export interface PlatformCard {
  /** How the card is found: by its hardware address, else by its name. */
  readonly mac: string
  readonly name: string
  readonly dhcp: boolean
  /** With the length of their networks. */
  readonly addresses: readonly string[]
  readonly gateways: readonly string[]
}

/** What a platform says about the network. */
export interface PlatformNetwork {
  readonly hostname: string | undefined
  readonly cards: readonly PlatformCard[]
  readonly nameservers: readonly string[]
}

const NOTHING: PlatformNetwork = { hostname: undefined, cards: [], nameservers: [] }

/** What the serial number in SMBIOS says, as `key=value` with semicolons between. */
function serialOf({ state }: Node): Readonly<Record<string, string>> {
  const parts = state.image?.platform === 'nocloud' ? (state.hardware.serial ?? '').split(';') : []
  return Object.fromEntries(parts.map((part) => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)]))
}

/** Where the settings are to be fetched from; Talos then looks nowhere else. */
export function seedAddress(node: Node): string | undefined {
  const { ds, s = '' } = serialOf(node)
  if (ds !== 'nocloud-net' || !/^https?:\/\//.test(s)) return undefined
  return s.endsWith('/') ? s : `${s}/`
}

/** The files that the platform brings along: fetched, or on a drive for cloud-init; other platforms have none. */
function platformFiles(node: Node): Readonly<Record<string, string>> {
  const { state } = node
  if (state.image?.platform !== 'nocloud') return {}
  return (seedAddress(node) === undefined ? state.hardware.cloudInit : state.seed) ?? {}
}

/** A machine config that the platform brings; what is meant for cloud-init is none. */
export function platformConfig(node: Node): string | undefined {
  const text = platformFiles(node)['user-data'] ?? ''
  return text.trim() === '' || text.startsWith('#cloud-config') || text.startsWith('#include') ? undefined : text
}

/** The network settings that the platform brings. */
export function platformNetwork(node: Node): PlatformNetwork {
  const settings = readNetworkSettings(platformFiles(node))
  return { ...settings, hostname: text(serialOf(node).h) ?? settings.hostname }
}

/** The network settings in the files of a cloud-init drive. */
export function readNetworkSettings(files: Readonly<Record<string, string>>): PlatformNetwork {
  const network = mapping(parse(files['network-config'] ?? ''))
  const inner = mapping(network.network ?? network)
  const read = READERS[String(inner.version)]
  return { ...(read === undefined ? NOTHING : read(inner)), hostname: hostname(files) }
}

type Loose = Readonly<Record<string, unknown>>

const mapping = (value: unknown): Loose => (typeof value === 'object' && value !== null ? { ...value } : {})
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const texts = (value: unknown): readonly string[] => list(value).flatMap((one) => text(one) ?? [])

function hostname(files: Readonly<Record<string, string>>): string | undefined {
  const meta = mapping(parse(files['meta-data'] ?? ''))
  // Of several documents only the first is looked at, and what cannot be read says nothing.
  const user = mapping([parseAllDocuments(files['user-data'] ?? '')].flat()[0]?.toJS())
  return text(meta.hostname) ?? text(meta['local-hostname']) ?? text(user.hostname) ?? text(user['local-hostname'])
}

const READERS: Readonly<Record<string, (network: Loose) => Omit<PlatformNetwork, 'hostname'>>> = { 1: first, 2: second }

function first({ config }: Loose): Omit<PlatformNetwork, 'hostname'> {
  const entries = list(config).map(mapping)
  const cards = entries
    .filter(({ type }) => type === 'physical')
    .map((entry) => {
      const subnets = list(entry.subnets).map(mapping)
      return {
        mac: (text(entry.mac_address) ?? '').toLowerCase(),
        name: text(entry.name) ?? '',
        dhcp: subnets.some(({ type }) => type === 'dhcp' || type === 'dhcp4'),
        addresses: subnets.flatMap(({ type, address, netmask }) =>
          type === 'static' || type === 'static6' ? (withLength(text(address), text(netmask)) ?? []) : [],
        ),
        gateways: subnets.flatMap(({ gateway }) => text(gateway) ?? []),
      }
    })
  const nameservers = entries.filter(({ type }) => type === 'nameserver').flatMap(({ address }) => texts(address))
  return { cards, nameservers }
}

function second({ ethernets }: Loose): Omit<PlatformNetwork, 'hostname'> {
  const entries = Object.entries(mapping(ethernets)).map(([name, value]) => ({ name, card: mapping(value) }))
  return {
    cards: entries.map(({ name, card }) => ({
      mac: (text(mapping(card.match).macaddress) ?? '').toLowerCase(),
      name,
      dhcp: card.dhcp4 === true,
      addresses: texts(card.addresses),
      gateways: [...texts(card.gateway4), ...texts(card.gateway6), ...list(card.routes).flatMap(defaultGateway)],
    })),
    nameservers: entries.flatMap(({ card }) => texts(mapping(card.nameservers).addresses)),
  }
}

function defaultGateway(route: unknown): readonly string[] {
  const { to, via } = mapping(route)
  return to === 'default' || to === '0.0.0.0/0' || to === '::/0' ? texts(via) : []
}

function withLength(address: string | undefined, netmask: string | undefined): string | undefined {
  if (address === undefined || address.includes('/')) return address
  const bits = (netmask ?? '255.255.255.255').split('.').map((part) => Number(part).toString(2).replaceAll('0', ''))
  return `${bare(address)}/${bits.join('').length}`
}
