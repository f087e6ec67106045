import { createHash } from 'node:crypto'
import { ofKind } from '../../../src/talos/document/identity.ts'
import { machineConfig, texts } from '../config/machine-config.ts'
import { announce } from '../discovery.ts'
import { emit } from '../events/emit.ts'
import { later, type Node } from '../node.ts'
import { ownAddresses } from './addresses.ts'
import { aliasesOf, type ConfiguredCard, configuredCards, defaultRoute } from './configured.ts'
import { lease } from './dhcp.ts'
import { type PlatformCard, platformNetwork } from './platform.ts'
import type { AddressState, LinkState, RouteState } from './state.ts'

/** The network comes up: at once where addresses are given, later where somebody must be asked for one. */
export function networkUp(node: Node, detail: string): void {
  const needsLease = node.state.network.links.some((link) => plan(node, link).dhcp)
  if (needsLease && detail !== 'leased') {
    later(node, 'network', node.talos.timing.dhcp, 'leased')
    return
  }
  node.state.network.isUp = true
  configureNetwork(node)
}

/** Gives a machine the addresses, routes and name that platform, DHCP and config say together. */
export function configureNetwork(node: Node): void {
  const { network } = node.state
  if (!network.isUp) return
  const config = machineConfig(node)
  const platform = platformNetwork(node)
  const before = JSON.stringify([network.hostname, ownAddresses(node)])
  const shared = network.addresses.filter(({ isShared }) => isShared === true)
  const plans = network.links.map((link) => plan(node, link))
  network.hostname = config?.hostname ?? platform.hostname ?? stableName(node)
  network.addresses = [...unique(plans.flatMap(({ addresses }) => addresses)), ...shared]
  network.routes = plans.flatMap(({ routes }) => routes)
  const own = config === undefined ? [] : configuredNameservers(config.documents, config.root)
  network.nameservers =
    own.length > 0 ? [...own] : [...plans.flatMap(({ nameservers }) => nameservers), ...platform.nameservers]
  if (config !== undefined) for (const link of network.links) link.aliases = [...aliasesOf(config.documents, link)]
  if (before === JSON.stringify([network.hostname, ownAddresses(node)])) return
  network.seen = [...new Set([...network.seen, ...network.addresses.map(({ cidr }) => cidr)])]
  emit(node, { type: 'AddressEvent', hostname: network.hostname, addresses: ownAddresses(node) })
  announce(node)
}

interface LinkPlan {
  readonly dhcp: boolean
  readonly addresses: readonly AddressState[]
  readonly routes: readonly RouteState[]
  readonly nameservers: readonly string[]
}

/** What a card gets from each side; all of it holds at once. */
function plan(node: Node, link: LinkState): LinkPlan {
  const config = machineConfig(node)
  const cards = config === undefined ? [] : configuredCards(config, node.state.network.links)
  const configured = cards.filter((card) => card.link === link.name)
  const platform = platformNetwork(node).cards.filter((card) => isOn(card, link))
  const isLeftAlone = cards.length === 0 && platform.length === 0
  const dhcp = link.up && (isLeftAlone || [...configured, ...platform].some((card) => card.dhcp))
  const leased = dhcp ? leaseOn(node, link) : undefined
  if (!link.up) return { dhcp: false, addresses: [], routes: [], nameservers: [] }
  return {
    dhcp,
    addresses: [
      ...platform.flatMap(({ addresses }) =>
        addresses.map((cidr) => ({ link: link.name, cidr, layer: 'platform' as const })),
      ),
      ...(leased === undefined ? [] : [{ link: link.name, cidr: leased.cidr, layer: 'operator' as const }]),
      ...configured.flatMap(({ addresses }) =>
        addresses.map((cidr) => ({ link: link.name, cidr, layer: 'configuration' as const })),
      ),
    ],
    routes: [
      ...platform.flatMap(({ gateways }) => gateways.map((gateway) => route(link, gateway))),
      ...(leased?.gateway === undefined ? [] : [route(link, leased.gateway)]),
      ...configured.flatMap((card) => configuredRoutes(card)),
    ],
    nameservers: leased?.nameservers ?? [],
  }
}

const isOn = ({ mac, name }: PlatformCard, link: LinkState): boolean =>
  mac === '' ? name === link.name : mac === link.mac

const route = (link: LinkState, gateway: string): RouteState => ({
  link: link.name,
  destination: defaultRoute(gateway),
  gateway,
  metric: gateway.includes(':') ? 2048 : 1024,
})

const configuredRoutes = ({ link, routes }: ConfiguredCard): readonly RouteState[] =>
  routes.map((one) => ({ link, ...one }))

function leaseOn({ talos }: Node, { bridge, mac }: LinkState) {
  const network = bridge === undefined ? undefined : talos.state.dhcp[bridge]
  const cidr = network === undefined ? undefined : lease(network, mac)
  return network === undefined || cidr === undefined
    ? undefined
    : { cidr, gateway: network.gateway, nameservers: network.nameservers ?? [] }
}

function unique(addresses: readonly AddressState[]): AddressState[] {
  return addresses.filter(
    ({ link, cidr }, index) => index === addresses.findIndex((one) => one.link === link && one.cidr === cidr),
  )
}

function configuredNameservers(
  ...[documents, root]: [Parameters<typeof ofKind>[0], Parameters<typeof texts>[0]]
): readonly string[] {
  const listed = ofKind(documents, 'ResolverConfig').flatMap((one) => {
    const { nameservers } = one
    return Array.isArray(nameservers)
      ? nameservers.flatMap((each) =>
          typeof each === 'object' && each !== null && 'address' in each ? String(each.address) : [],
        )
      : []
  })
  return listed.length > 0 ? listed : texts(root, 'machine', 'network', 'nameservers')
}

// A machine without a name gets one that is always the same.
function stableName({ state }: Node): string {
  const letters = createHash('sha256').update(state.hardware.uuid).digest('hex')
  return `talos-${letters.slice(0, 3)}-${letters.slice(3, 6)}`
}
