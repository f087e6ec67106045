import type { Decision, HostUsage, Role } from '../placement/types.ts'
import type { Path } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import type { SecretSource } from '../spec/schema/values.ts'
import type { Hardware, Nic, Storages } from '../spec/vm/hardware.ts'
import type { Settings } from './layers.ts'

/** Where a resolved value was written, or how it came about. */
export type Origin =
  | { readonly from: 'file'; readonly path: Path }
  | { readonly from: 'built-in' }
  /** `path` is the place of what it was derived from, where the file states that. */
  | { readonly from: 'derived'; readonly how: string; readonly path?: Path }

/** The Talos image a machine starts from. */
export interface Image {
  readonly version: string
  readonly arch: 'amd64' | 'arm64'
  readonly secureBoot: boolean
  /** Full names, sorted: the order decides the schematic's id. */
  readonly extensions: readonly string[]
  readonly kernelArgs: readonly string[]
  readonly overlay?: {
    readonly name: string
    readonly image: string
    readonly options?: Readonly<Record<string, unknown>> | undefined
  }
  readonly checksum?: string | undefined
  readonly source:
    | { readonly mode: 'import' }
    | {
        readonly mode: 'template'
        readonly name?: string | undefined
        readonly vmid?: number | undefined
        readonly prepare: boolean
        readonly clone: 'full' | 'linked'
      }
    | { readonly mode: 'iso'; readonly volume?: string | undefined; readonly installDisk: string }
}

/** A patch of the machine config and where it was named. */
export interface Patch {
  readonly path: Path
  readonly file?: string
  readonly documents: readonly unknown[]
}

/** How a new machine gets its first config: it is sent, lies in a CD drive, or is fetched from an address in SMBIOS. */
export type Delivery = NonNullable<Settings['talos']['delivery']>

/** One machine with nothing left open; its host is open only while no host is known. */
export interface Machine {
  readonly name: string
  readonly role: Role
  readonly pool: string
  /** Position within its pool, from 1. */
  readonly index: number
  readonly host: string | undefined
  readonly vmid: number
  readonly uuid: string
  readonly nics: readonly [Nic, ...Nic[]]
  readonly storage: Storages
  readonly vm: Hardware
  readonly image: Image
  readonly talos: {
    /** How it gets its first config. */
    readonly delivery: Delivery
    readonly kernelModules: readonly { readonly name: string; readonly parameters: readonly string[] }[]
    readonly sysctls: Readonly<Record<string, string>>
    readonly registries: NonNullable<Settings['talos']['registries']>
    readonly trustedCAs: readonly string[]
    readonly diskEncryption: NonNullable<Settings['talos']['diskEncryption']>
    readonly volumes: NonNullable<Settings['talos']['volumes']>
    readonly watchdog: Settings['talos']['watchdog']
    readonly logs: Settings['talos']['logs']
    readonly firewall: Settings['talos']['firewall']
    /** In the order they are applied. */
    readonly patches: readonly Patch[]
  }
  readonly kubernetes: {
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
    readonly taints: readonly string[]
    readonly kubelet: NonNullable<Settings['kubernetes']['kubelet']>
  }
  /**
   * Where each value came from, by the path of its setting as a layer of the file writes it, such as `network.bridge`;
   * what is not a setting of a layer stands under `name`, `host`, `vmid`, `nics[0].mac` and `nics[0].addresses`.
   */
  readonly origins: ReadonlyMap<string, Origin>
}

/** The whole cluster as it should be. */
export interface Desired {
  readonly name: string
  readonly environment: string | undefined
  readonly description: string | undefined
  readonly ha: boolean
  readonly protection: boolean
  readonly artifacts: { readonly dir: string; readonly machineConfigs: boolean; readonly secrets: boolean }
  readonly secrets: { readonly recipients: readonly string[]; readonly identity: SecretSource | undefined }
  readonly proxmox: {
    readonly endpoints: readonly string[]
    readonly tls: NonNullable<NonNullable<Spec['proxmox']>['tls']>
    readonly credentials: Credentials
    readonly hosts: readonly string[]
    readonly pool: string | undefined
  }
  readonly network: {
    readonly addressing: 'static' | 'dhcp' | 'reserved'
    readonly networks: readonly { readonly cidr: string; readonly gateway: string | undefined }[]
    readonly dns: readonly string[]
    readonly searchDomains: readonly string[]
    readonly ntp: readonly string[]
    readonly vips: readonly string[]
    /** Address of the Kubernetes API; open only when it is a control plane's and that comes from DHCP. */
    readonly endpoint: string | undefined
  }
  readonly talos: {
    readonly version: string
    readonly contract: string
    readonly factory: string
    readonly discovery: boolean
    readonly kubePrism: Spec['talos']['kubePrism']
    readonly hostDNS: { readonly enabled: boolean; readonly forwardFromPods: boolean } | undefined
    readonly apiAccess: Spec['talos']['apiAccess']
    /** Where configs are fetched from, by machines that fetch theirs. */
    readonly configServer: { readonly address: string; readonly port: number } | undefined
  }
  readonly kubernetes: {
    readonly version: string
    readonly cni: { readonly name: 'flannel' | 'none' } | { readonly name: 'custom'; readonly urls: readonly string[] }
    readonly kubeProxy: boolean
    readonly podSubnets: readonly string[]
    readonly serviceSubnets: readonly string[]
    readonly dnsDomain: string
    readonly sans: readonly string[]
    readonly scheduleOnControlPlanes: boolean
    readonly extraArgs: NonNullable<NonNullable<Spec['kubernetes']>['extraArgs']>
    readonly oidc: NonNullable<Spec['kubernetes']>['oidc']
    readonly manifests: NonNullable<NonNullable<Spec['kubernetes']>['manifests']>
  }
  /** Control planes first, then pools in the order of the file. */
  readonly machines: readonly Machine[]
  readonly placement: { readonly decisions: readonly Decision[]; readonly usage: readonly HostUsage[] }
}

/** Where the API token or the password is found. */
export interface Credentials {
  readonly type: 'token' | 'password'
  readonly username: string | undefined
  readonly from: SecretSource
  readonly totp: SecretSource | undefined
}
