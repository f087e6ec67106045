import type { SecretsBundle } from '../secrets/bundle.ts'
import type { Contract } from './contract.ts'

/** What a machine is in the cluster. */
export type Role = 'controlplane' | 'worker'

/** Which pod network Talos sets up: its own, none, or manifests from addresses. */
export type Cni = 'flannel' | 'none' | { readonly urls: readonly [string, ...string[]] }

/** Where and what to install when a machine boots from an ISO. */
export interface Install {
  readonly disk?: string
  readonly image?: string
  readonly wipe?: boolean
  /** Up to contract 1.13 only; later they are part of the image. */
  readonly extraKernelArgs?: readonly string[]
}

/** Everything that a machine config is made of, apart from what one cluster adds on its own. */
export interface GenerateInput {
  readonly contract: Contract
  readonly role: Role
  readonly clusterName: string
  /** Where the Kubernetes API is reached: `https://host:port`. */
  readonly endpoint: string
  /** Without a leading `v`. */
  readonly kubernetesVersion: string
  readonly secrets: SecretsBundle
  /** Names and addresses for the certificates of the Talos API and the Kubernetes API. */
  readonly additionalSans?: readonly string[]
  readonly install?: Install
  readonly cni?: Cni
  readonly kubeProxy?: boolean
  readonly podSubnets?: readonly string[]
  readonly serviceSubnets?: readonly string[]
  readonly dnsDomain?: string
  /** Registry host → mirror addresses. */
  readonly registryMirrors?: Readonly<Record<string, readonly string[]>>
  readonly sysctls?: Readonly<Record<string, string>>
  readonly allowSchedulingOnControlPlanes?: boolean
  readonly discovery?: boolean
  readonly kubeSpan?: boolean
  readonly localApiServerPort?: number
}

/** An input with nothing left open. */
export type Settings = Required<Omit<GenerateInput, 'localApiServerPort'>> & Pick<GenerateInput, 'localApiServerPort'>

/** Fills in what `talosctl gen config` would. */
export const withDefaults = (input: GenerateInput): Settings => ({
  additionalSans: [],
  install: {},
  cni: 'flannel',
  kubeProxy: true,
  podSubnets: ['10.244.0.0/16'],
  serviceSubnets: ['10.96.0.0/12'],
  dnsDomain: 'cluster.local',
  registryMirrors: {},
  sysctls: {},
  allowSchedulingOnControlPlanes: false,
  discovery: true,
  kubeSpan: false,
  ...input,
})
