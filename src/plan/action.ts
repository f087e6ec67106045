import type { Role } from '../placement/types.ts'
import type { Delivery } from '../resolve/desired.ts'

/** What an action does to what people care about. */
export type Effect = 'create' | 'update' | 'reboot' | 'destroy' | 'wait'

/** What each kind of action needs to know besides its target. */
export interface ActionData {
  /** Makes the secrets of the cluster and freezes its contract. */
  readonly 'secrets.create': Record<never, never>
  readonly 'pool.create': { readonly pool: string }
  readonly 'image.fetch': { readonly machine: string; readonly host: string; readonly storage: string }
  readonly 'template.prepare': { readonly machine: string; readonly host: string }
  /** `unfinished`: something of it is there already. */
  readonly 'vm.create': OfMachine & { readonly unfinished?: boolean }
  readonly 'vm.configure': OfMachine
  readonly 'vm.start': OfMachine
  readonly 'vm.restart': OfMachine
  readonly 'iso.detach': OfMachine
  /** Puts a config where its machine finds it when it starts. */
  readonly 'config.offer': OfMachine & { readonly by: Offering }
  /** Leaves nothing of it: neither on the machine nor on a storage. */
  readonly 'config.withdraw': OfVm & { readonly cds: readonly CdPlace[] }
  readonly 'talos.maintenance': OfMachine
  readonly 'talos.apply': OfMachine
  readonly 'talos.configured': OfMachine & { readonly offered?: Offering }
  readonly 'talos.config': OfMachine
  readonly 'etcd.bootstrap': { readonly machine: string; readonly controlPlanes: readonly string[] }
  /** Writes down that etcd has been healthy, where the run that began it could not. */
  readonly 'etcd.remember': Record<never, never>
  readonly 'etcd.join': OfMachine
  readonly 'kubernetes.api': Record<never, never>
  readonly 'kubernetes.ready': OfMachine
  /** Waits for what every cluster runs inside of Kubernetes. */
  readonly 'kubernetes.system': Record<never, never>
  readonly 'manifests.apply': Record<never, never>
  readonly 'manifests.prune': Record<never, never>
  readonly 'configs.write': Record<never, never>
  readonly 'node.uncordon': OfMachine
  readonly 'node.drain': OfNode
  readonly 'etcd.leave': OfNode
  readonly 'etcd.remove': OfNode & { readonly member: string }
  readonly 'node.delete': OfNode
  readonly 'vm.stop': OfVm
  readonly 'vm.delete': OfVm
  /** Forgets that etcd was begun and where the API was learnt to be, once nothing of them is left. */
  readonly 'etcd.forget': Record<never, never>
  readonly 'pool.delete': { readonly pool: string }
  readonly 'template.delete': { readonly vmid: number; readonly name: string; readonly host: string }
  readonly 'image.delete': ImageFile
  /** Leaves nothing that could open the cluster again, once nothing of it is left. */
  readonly 'secrets.delete': Record<never, never>
}

/** A file on a storage, as one host sees it. */
export interface ImageFile {
  readonly volid: string
  readonly storage: string
  readonly host: string
  readonly content: 'import' | 'iso'
}

/** How a config is put where its machine finds it. */
export type Offering = Exclude<Delivery, 'api'>

/** Where the CD of a machine may lie. */
export interface CdPlace {
  readonly storage: string
  readonly host: string
}

/** An action on a machine of the file. */
export interface OfMachine {
  readonly machine: string
}

/** An action on a node that leaves, and of which the file need not know any more. */
export interface OfNode {
  readonly machine: string
  readonly role: Role
  readonly address?: string
}

/** An action on a virtual machine that leaves; the identity is checked again before anything is done to it. */
export interface OfVm {
  readonly machine: string
  readonly vmid: number
  readonly uuid: string
  /** Where it was when the plan was made. */
  readonly host: string
}

/** The name of a kind of action. */
export type ActionKind = keyof ActionData

/** One step: plain data, whose id stays the same from plan to plan. */
export type ActionOf<K extends ActionKind> = {
  readonly id: string
  readonly kind: K
  /** What it is done to: the name of a machine, an image, the cluster. */
  readonly target: string
  /** Ids of what must be done before. */
  readonly needs: readonly string[]
  /** What it takes a share of while it runs, such as `storage:local-zfs@pve1`. */
  readonly limits: readonly string[]
  readonly effect: Effect
  /** Why it is done, as a phrase. */
  readonly reason: string
  /** What changes, line by line; secrets are masked. */
  readonly details?: readonly string[]
  readonly data: ActionData[K]
}

/** Any action. */
export type Action = { readonly [K in ActionKind]: ActionOf<K> }[ActionKind]
