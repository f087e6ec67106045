/** The network of a machine. */
export interface NetworkState {
  /** Whether the cards have been set up once. */
  isUp: boolean
  hostname: string
  domainname: string
  links: LinkState[]
  addresses: AddressState[]
  routes: RouteState[]
  nameservers: string[]
  searchDomains: string[]
  timeServers: string[]
  /** Addresses that it has had since it booted. */
  seen: string[]
}

/** A network card as the kernel names it. */
export interface LinkState {
  readonly name: string
  readonly index: number
  /** Names that the config gives it. */
  aliases: string[]
  readonly mac: string
  readonly driver: string
  readonly busPath: string
  readonly bridge?: string
  up: boolean
  mtu: number
}

/** An address on a link. */
export interface AddressState {
  readonly link: string
  /** With the length of its network, such as `192.168.1.11/24`. */
  readonly cidr: string
  readonly layer: 'platform' | 'operator' | 'configuration'
  /** Whether it is passed among control planes. */
  readonly isShared?: boolean
}

/** A way to a network. */
export interface RouteState {
  readonly link: string
  readonly destination: string
  readonly gateway: string
  readonly metric: number
}

/** A machine without a network. */
export const noNetwork = (): NetworkState => ({
  isUp: false,
  hostname: '',
  domainname: '',
  links: [],
  addresses: [],
  routes: [],
  nameservers: [],
  searchDomains: [],
  timeServers: [],
  seen: [],
})
