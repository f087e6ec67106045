/** A disk with nothing left open but its storage, which the host may decide. */
export interface Disk {
  readonly size: number
  readonly bus: 'scsi' | 'virtio' | 'sata' | 'ide'
  readonly storage?: string | undefined
  readonly discard: boolean
  readonly ssd: boolean
  readonly backup: boolean
  readonly replicate: boolean
  readonly iothread: boolean
  readonly cache?: string | undefined
  readonly aio?: string | undefined
  readonly limits?: DiskLimits | undefined
}

/** Most that a disk may read and write; absent is no limit. */
export interface DiskLimits {
  readonly readMbps?: number | undefined
  readonly writeMbps?: number | undefined
  readonly readIops?: number | undefined
  readonly writeIops?: number | undefined
}

/** A passed-through device. */
export interface PciDevice {
  readonly mapping?: string | undefined
  readonly address?: string | undefined
  readonly mdev?: string | undefined
  readonly pcie: boolean
  readonly rombar: boolean
  readonly xVga: boolean
}

/** How Talos finds a NIC. */
export interface NicSelector {
  readonly mac?: string | undefined
  readonly busPath?: string | undefined
  readonly driver?: string | undefined
  readonly pciID?: string | undefined
  readonly physical?: boolean | undefined
}

/** An address with the length of its network's prefix. */
export interface Address {
  readonly address: string
  readonly prefix: number
}

/** A way to a network that is not a NIC's own; without a gateway everything in it is a neighbour. */
export interface Route {
  readonly network: string
  readonly gateway?: string | undefined
  readonly metric?: number | undefined
  readonly mtu?: number | undefined
  readonly source?: string | undefined
}

/** A NIC with nothing left open; without addresses it asks DHCP. */
export interface Nic {
  readonly mac: string
  readonly model: string
  readonly bridge: string
  readonly vlan?: number | undefined
  readonly mtu?: number | undefined
  readonly queues?: number | undefined
  readonly firewall: boolean
  readonly rate?: number | undefined
  readonly trunks?: readonly number[] | undefined
  readonly method: 'static' | 'dhcp'
  /** Known addresses: configured when `method` is static, reserved at the DHCP server when it is dhcp. */
  readonly addresses: readonly Address[]
  readonly gateways: readonly string[]
  /** Ways besides the default one. */
  readonly routes: readonly Route[]
  readonly selector: NicSelector
}

/** Hardware with nothing left open; what is absent is Proxmox' own default. */
export interface Hardware {
  readonly cores: number
  readonly sockets: number
  readonly cpu: {
    readonly type: string
    readonly flags?: readonly string[] | undefined
    readonly hidden?: boolean | undefined
  }
  readonly vcpus?: number | undefined
  readonly affinity?: string | undefined
  readonly cpuLimit?: number | undefined
  readonly cpuUnits?: number | undefined
  readonly numa: boolean
  readonly memory: number
  readonly balloon?: number | undefined
  readonly shares?: number | undefined
  readonly hugepages?: 'any' | '2MiB' | '1GiB' | undefined
  readonly bios: 'ovmf' | 'seabios'
  readonly machine: string
  readonly efidisk?:
    | { readonly type: '4m' | '2m'; readonly preEnrolledKeys: boolean; readonly storage?: string | undefined }
    | undefined
  readonly tpm?: { readonly version?: string | undefined; readonly storage?: string | undefined } | undefined
  readonly ostype: string
  readonly scsihw: string
  readonly disk: Disk
  readonly disks: readonly Disk[]
  readonly boot: readonly string[]
  readonly pci: readonly PciDevice[]
  readonly agent: boolean
  readonly serial?: boolean | undefined
  readonly vga?: { readonly type?: string | undefined; readonly memory?: number | undefined } | undefined
  readonly rng?:
    | {
        readonly source?: string | undefined
        readonly maxBytes?: number | undefined
        readonly period?: number | undefined
      }
    | undefined
  readonly watchdog?: { readonly model?: string | undefined; readonly action?: string | undefined } | undefined
  readonly hotplug?: readonly string[] | undefined
  readonly onboot: boolean
  readonly startup?: { readonly order?: number | undefined; readonly up: number; readonly down: number } | undefined
  readonly protection: boolean
  readonly hookscript?: string | undefined
  readonly tags: readonly string[]
  readonly description?: string | undefined
  readonly raw: Readonly<Record<string, string>>
}

/** The four storages as one machine uses them. */
export interface Storages {
  readonly disks: string
  readonly images: string
  readonly templates: string
  readonly cloudInit: string
}

/** The part of a resolved machine that its Proxmox keys are made from. */
export interface Built {
  readonly vm: Hardware
  readonly nics: readonly Nic[]
  readonly storage: Storages
}
