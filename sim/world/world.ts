import type { CertificateAndKey } from '../../src/talos/certificates/issue.ts'
import type { ArmedRule } from '../faults/rule.ts'
import { emptyTalosWorld, type TalosWorld } from '../talos/world.ts'
import type { Access } from './access.ts'
import { type Factory, newFactory } from './factory.ts'
import type { Host } from './host.ts'
import type { Section, Sections } from './section.ts'
import type { Storage, Volume } from './storage.ts'
import type { Firewalls, HighAvailability, Mappings, Sdn } from './stores.ts'
import type { TalosImage } from './talos-image.ts'
import type { LogEntry, Task } from './task.ts'
import type { Vm } from './vm.ts'

/** Releases of Proxmox VE that can be simulated. */
export type Flavour = '8.4' | '9.2'

/** Everything that is simulated, as plain data: one JSON document. */
export interface World {
  readonly flavour: Flavour
  /** Absent on a single node that is no cluster. */
  cluster?: { readonly name: string }
  hosts: Host[]
  access: Access
  storages: Storage[]
  volumes: Volume[]
  vms: Vm[]
  tasks: Task[]
  log: LogEntry[]
  /** Settings of the whole datacenter. */
  options: Section
  firewalls: Firewalls
  ha: HighAvailability
  backupJobs: Sections
  mappings: Mappings
  sdn: Sdn
  metricServers: Sections
  replication: Sections
  /** What the simulated guests are. */
  guests: GuestWorld
  /** Machines that run Talos. */
  talos: TalosWorld
  /** Web content that downloads find, by address. */
  urls: Record<string, WebContent>
  factory: Factory
  /** The authority behind the web sites of this world, made on first use. */
  webAuthority?: CertificateAndKey
  /** What is to go wrong. */
  faults: ArmedRule[]
  /** The last process number that was given out. */
  lastPid: number
}

/** How guests behave when nobody simulates their operating system. */
export interface GuestWorld {
  /** Whether a guest reacts to shutdown and unplug requests. */
  acpi: boolean
  /** What a guest agent answers, by its command; absent when none runs. */
  agent?: Record<string, unknown>
}

/** What an address serves. */
export interface WebContent {
  readonly sizeBytes: number
  readonly checksums: Record<string, string>
  /** The size of the image inside, where the content is one. */
  readonly imageBytes?: number
  /** The Talos inside, where an image factory serves it. */
  readonly image?: TalosImage
}

/** An empty datacenter: the built-in realms and root, nothing else. */
export function emptyWorld(flavour: Flavour, ticketKey: string): World {
  return {
    flavour,
    hosts: [],
    access: {
      realms: [
        { realm: 'pam', type: 'pam', comment: 'Linux PAM standard authentication', options: {} },
        { realm: 'pve', type: 'pve', comment: 'Proxmox VE authentication server', options: {} },
      ],
      users: [{ userid: 'root@pam', enable: true, expire: 0, tokens: [] }],
      groups: [],
      roles: [],
      acl: [],
      pools: [],
      ticketKey,
    },
    storages: [],
    volumes: [],
    vms: [],
    tasks: [],
    log: [],
    options: {},
    firewalls: {},
    ha: { resources: {}, rules: {}, groups: {} },
    backupJobs: {},
    mappings: { pci: {}, usb: {}, dir: {} },
    sdn: { zones: {}, vnets: {}, subnets: {}, controllers: {}, ipams: {}, dns: {} },
    metricServers: {},
    replication: {},
    guests: { acpi: true },
    talos: emptyTalosWorld(),
    urls: {},
    factory: newFactory(),
    faults: [],
    lastPid: 1000,
  }
}
