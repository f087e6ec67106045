import type { Section } from './section.ts'

/** A PCI device as the hardware list shows it. */
export interface PciDevice {
  readonly id: string
  readonly class: string
  readonly vendor: string
  readonly device: string
  readonly vendor_name?: string | undefined
  readonly device_name?: string | undefined
  readonly subsystem_vendor?: string | undefined
  readonly subsystem_device?: string | undefined
  readonly iommugroup: number
}

/** A network interface, with the keys of the interfaces file as the API shows them. */
export interface NetworkInterface {
  readonly iface: string
  type: string
  active: boolean
  config: Section
}

/** A physical machine that runs Proxmox VE. */
export interface Host {
  readonly name: string
  readonly id: number
  readonly ip: string
  /** Further places at which its API is asked. */
  readonly endpoints?: readonly { readonly name: string; readonly port: number }[]
  online: boolean
  /** Simulated milliseconds since the epoch. */
  bootedAt: number
  cpu: { readonly sockets: number; readonly cores: number; readonly threads: number; readonly model: string }
  memoryBytes: number
  rootBytes: number
  interfaces: NetworkInterface[]
  /** The interfaces file, once Proxmox has written it. */
  interfacesFile?: string
  /** Interfaces as they will be after the next network reload. */
  pendingInterfaces?: NetworkInterface[]
  pci: PciDevice[]
  usb: Section[]
  dns: Section
  hostsFile: string
  /** The node's own settings. */
  config: Section
  timezone: string
  /** The server's certificate and key, and who signed it; made once so that a pinned fingerprint holds. */
  certificate?: { readonly crt: string; readonly key: string; readonly authority: string }
}

/** Processors that the host offers. */
export const cpusOf = ({ cpu }: Host): number => cpu.sockets * cpu.cores * cpu.threads
