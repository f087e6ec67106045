import { ofKind } from '../../../src/talos/document/identity.ts'
import { at, type Document, listAt, textAt, type Value } from '../../../src/talos/document/value.ts'
import { type MachineConfig, texts } from '../config/machine-config.ts'
import type { LinkState } from './state.ts'

/** What a machine config says about one card. */
export interface ConfiguredCard {
  readonly link: string
  readonly dhcp: boolean
  readonly addresses: readonly string[]
  readonly routes: readonly { readonly destination: string; readonly gateway: string; readonly metric: number }[]
  readonly mtu: number | undefined
  readonly vips: readonly string[]
}

/** What a machine config says about the cards of a machine, in either way of writing it. */
export function configuredCards(
  { documents, root }: MachineConfig,
  links: readonly LinkState[],
): readonly ConfiguredCard[] {
  return [
    ...listAt(root, 'machine', 'network', 'interfaces').flatMap((one) => fromInterface(one, links)),
    ...fromDocuments(documents, links),
  ]
}

/** Names that a config gives to cards. */
export function aliasesOf(documents: readonly Document[], link: LinkState): readonly string[] {
  return ofKind(documents, 'LinkAliasConfig')
    .filter((one) => isPicked(textAt(one, 'selector', 'match') ?? '', link))
    .flatMap((one) => textAt(one, 'name') ?? [])
}

/** Conditions about a card that an expression may join by `&&`, and what they ask. */
const CONDITIONS: readonly (readonly [RegExp, (link: LinkState, text: string) => boolean])[] = [
  [/^mac\(link\.(?:permanent_addr|hardware_addr)\) == "(.*)"$/, ({ mac }, text) => mac === text.toLowerCase()],
  [/^link\.driver == "(.*)"$/, ({ driver }, text) => driver === text],
  [/^link\.kind == "(.*)"$/, (_, text) => text === ''],
  [/^glob\("(.*)", link\.bus_path\)$/, ({ busPath }, text) => matches(text, busPath)],
]

// Whatever else an expression asks is nothing that a simulated card has.
const isPicked = (expression: string, link: LinkState): boolean =>
  expression.split(' && ').every((condition) =>
    CONDITIONS.some(([pattern, holds]) => {
      const [, text] = pattern.exec(condition.trim()) ?? []
      return text !== undefined && holds(link, text)
    }),
  )

function fromInterface(entry: Value, links: readonly LinkState[]): readonly ConfiguredCard[] {
  const link = links.find((one) => isMeant(entry, one))
  if (link === undefined) return []
  const vip = textAt(entry, 'vip', 'ip')
  const mtu = at(entry, 'mtu')
  return [
    {
      link: link.name,
      dhcp: at(entry, 'dhcp') === true,
      addresses: [
        ...texts(entry, 'addresses'),
        ...(textAt(entry, 'cidr') === undefined ? [] : [textAt(entry, 'cidr') ?? '']),
      ],
      routes: listAt(entry, 'routes').map((route) => ({
        destination: textAt(route, 'network') ?? '0.0.0.0/0',
        gateway: textAt(route, 'gateway') ?? '',
        metric: metricOf(route),
      })),
      mtu: typeof mtu === 'number' ? mtu : undefined,
      vips: vip === undefined ? [] : [vip],
    },
  ]
}

function isMeant(entry: Value, link: LinkState): boolean {
  const name = textAt(entry, 'interface')
  if (name !== undefined) return name === link.name
  const mac = textAt(entry, 'deviceSelector', 'hardwareAddr')?.toLowerCase()
  if (mac !== undefined) return matches(mac, link.mac)
  const driver = textAt(entry, 'deviceSelector', 'driver')
  if (driver !== undefined) return matches(driver, link.driver)
  const busPath = textAt(entry, 'deviceSelector', 'busPath')
  if (busPath !== undefined) return matches(busPath, link.busPath)
  return at(entry, 'deviceSelector', 'physical') === true
}

/** Selectors may hold `*` for anything. */
const matches = (pattern: string, value: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.?+^$()[\]{}|\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(value)

function fromDocuments(documents: readonly Document[], links: readonly LinkState[]): readonly ConfiguredCard[] {
  return links.flatMap((link) => {
    const names = [link.name, ...aliasesOf(documents, link)]
    const of = (kind: string, key: string) =>
      ofKind(documents, kind).filter((one) => names.includes(textAt(one, key) ?? ''))
    const configs = of('LinkConfig', 'name')
    const dhcp = of('DHCPv4Config', 'name').length > 0
    const vips = of('Layer2VIPConfig', 'link').flatMap((one) => textAt(one, 'name') ?? [])
    if (configs.length === 0 && !dhcp && vips.length === 0) return []
    return [
      {
        link: link.name,
        dhcp,
        addresses: configs.flatMap((one) => listAt(one, 'addresses').flatMap((each) => textAt(each, 'address') ?? [])),
        routes: configs.flatMap((one) =>
          listAt(one, 'routes').map((route) => ({
            destination: textAt(route, 'destination') ?? defaultRoute(textAt(route, 'gateway')),
            gateway: textAt(route, 'gateway') ?? '',
            metric: metricOf(route),
          })),
        ),
        mtu: configs.map((one) => at(one, 'mtu')).find((mtu) => typeof mtu === 'number'),
        vips,
      },
    ]
  })
}

/** The way to everywhere, in the family of a gateway. */
export const defaultRoute = (gateway = ''): string => (gateway.includes(':') ? '::/0' : '0.0.0.0/0')

function metricOf(route: Value): number {
  const metric = at(route, 'metric')
  return typeof metric === 'number' ? metric : 1024
}
