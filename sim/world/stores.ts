import type { Section, Sections } from './section.ts'

/** A rule, in the order in which they apply. */
export type FirewallRule = Section

/** The firewall of the cluster, a node, a guest or a virtual network. */
export interface Firewall {
  options: Section
  rules: FirewallRule[]
  aliases: Sections
  ipsets: Record<string, { comment?: string; entries: Section[] }>
  /** Named lists of rules; only the cluster has them. */
  groups: Record<string, { comment?: string; rules: FirewallRule[] }>
}

/** Firewalls by what they protect: `cluster`, `node/NAME`, `guest/VMID`, `vnet/NAME`. */
export type Firewalls = Record<string, Firewall>

/** High availability: what is managed, and where it may run. */
export interface HighAvailability {
  resources: Sections
  /** Rules of release 9. */
  rules: Sections
  /** Groups of release 8. */
  groups: Sections
}

/** Devices that several hosts offer under one name. */
export interface Mappings {
  pci: Sections
  usb: Sections
  dir: Sections
}

/** Software-defined networks: what is written down, and what was last applied. */
export interface Sdn {
  zones: Sections
  vnets: Sections
  subnets: Sections
  controllers: Sections
  ipams: Sections
  dns: Sections
  applied?: { zones: Sections; vnets: Sections; subnets: Sections }
}

/** A firewall without any setting. */
export const emptyFirewall = (): Firewall => ({ options: {}, rules: [], aliases: {}, ipsets: {}, groups: {} })
