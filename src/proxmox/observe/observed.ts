import type { Begun } from '../ownership/begun.ts'
import type { OwnershipRecord } from '../ownership/record.ts'

/** The Proxmox side of the world, as far as it was asked for. */
export interface ObservedProxmox {
  readonly version: {
    /** Such as `9.2.11`. */
    readonly version: string
    /** Such as `9.2`. */
    readonly release: string
  }
  readonly hosts: readonly ObservedHost[]
  /** Each storage once per host that has it. */
  readonly storages: readonly ObservedStorage[]
  readonly pools: readonly ObservedPool[]
  /** The machines of the cluster that was asked for, half-made ones included. */
  readonly vms: readonly ObservedVm[]
  /** Guests that look like machines of the cluster, but could not be read. */
  readonly unread: readonly UnreadVm[]
  /** Every other guest; those that stand in the way of the cluster say why they are not its machines. */
  readonly others: readonly OtherGuest[]
  /** VMIDs that are taken, of machines whose making was cut off, by guests that may not be seen. */
  readonly outOfSight?: readonly Pick<Begun, 'vmid' | 'host'>[]
  /** What follows is there when it was asked for. */
  readonly images?: readonly ObservedImage[]
  readonly templates?: readonly ConfiguredGuest[]
  readonly bridges?: readonly ObservedBridge[]
  readonly mappings?: readonly ObservedMapping[]
  readonly ha?: readonly ObservedHaResource[]
}

/** A host of the datacenter; numbers are there for those who may audit it. */
export interface ObservedHost {
  readonly name: string
  /** Why it cannot be used; absent when it answers. */
  readonly unreachable?: string
  readonly cpus?: number
  readonly memoryBytes?: number
  readonly memoryUsedBytes?: number
  readonly uptimeSeconds?: number
}

/** A storage on a host. */
export interface ObservedStorage {
  readonly id: string
  readonly host: string
  /** Such as `dir`, `lvmthin` or `zfspool`. */
  readonly type: string
  readonly shared: boolean
  /** Content types that it takes, sorted. */
  readonly content: readonly string[]
  readonly active: boolean
  readonly totalBytes?: number
  readonly usedBytes?: number
}

/** A pool of Proxmox and the guests in it. */
export interface ObservedPool {
  /** What people say of it; only when it was asked for. */
  readonly comment?: string
  readonly id: string
  readonly vmids: readonly number[]
}

/** What the list of resources tells of every guest. */
export interface ObservedGuest {
  readonly vmid: number
  readonly kind: 'qemu' | 'lxc'
  readonly host: string
  /** Absent where Proxmox has not heard of it yet, as for guests of hosts that are down. */
  readonly name?: string
  readonly power: 'running' | 'stopped' | 'unknown'
  readonly template: boolean
  /** Lower-cased and sorted. */
  readonly tags: readonly string[]
  readonly pool?: string
  /** Such as `clone` or `backup`: what Proxmox is, or was, in the middle of. */
  readonly lock?: string
  readonly uptimeSeconds: number
  readonly cpus: number
  readonly memoryBytes: number
  /** What the HA manager was asked to do with it; absent when it is not in its care. */
  readonly haState?: string
}

/** Keys and values of a VM's configuration, all as texts. */
export type VmKeys = Readonly<Record<string, string>>

/** A machine of the cluster. */
export interface ObservedVm extends ObservedGuest {
  readonly kind: 'qemu'
  readonly name: string
  /** The configuration that is in force. */
  readonly config: VmKeys
  /** What waits for the next start: new values, and keys that go (undefined). */
  readonly pending: Readonly<Record<string, string | undefined>>
  /** Guards a change against changes of others in between. */
  readonly digest: string
  /** The SMBIOS id. */
  readonly uuid: string | undefined
  /** Absent only when the machine is unfinished. */
  readonly record: OwnershipRecord | undefined
  /** What is missing of a machine whose making was cut off; absent when it is whole. */
  readonly unfinished?: Unfinished
  /** A task of Proxmox is just making it. */
  readonly beingMade?: true
  /** Addresses that the guest agent tells by MAC address in upper case; absent when not asked for or not answered. */
  readonly addresses?: Readonly<Record<string, readonly string[]>>
}

/** A machine whose making was cut off. */
export interface Unfinished {
  /** How it is known to be ours: by its record, by VMID, name and SMBIOS id, by nothing but a lock on our VMID, or since we began to make it. */
  readonly known: 'record' | 'identity' | 'vmid' | 'begun'
  /** What it lacks, in words, such as `disk scsi0`. */
  readonly missing: readonly string[]
}

/** A guest that looks like a machine of the cluster, but could not be read. */
export interface UnreadVm extends ObservedGuest {
  /** Its host does not answer, or it went to another one while it was looked at. */
  readonly why: 'host-silent' | 'moved'
  /** The same in words. */
  readonly reason: string
}

/** A guest that is not a machine of the cluster. */
export interface OtherGuest extends ObservedGuest {
  /** Why it is not, where it has a VMID, name or tags of the cluster; such a guest is never touched. */
  readonly inTheWay?: InTheWay
}

/** A guest that has something of ours without being ours. */
export interface InTheWay {
  /** What it takes from the cluster. */
  readonly takes: readonly ('vmid' | 'name' | 'tags' | 'uuid')[]
  /** Sentences such as `its notes have no record of talmox`. */
  readonly reasons: readonly string[]
}

/** A file on a storage that machines can start from. */
export interface ObservedImage {
  readonly volid: string
  readonly storage: string
  readonly host: string
  readonly content: 'import' | 'iso'
  /** The file's name, without storage and folder. */
  readonly file: string
  readonly format?: string
  readonly bytes: number
}

/** A guest with its configuration, such as a template with what a clone of it would be. */
export interface ConfiguredGuest extends ObservedGuest {
  readonly config: VmKeys
}

/** A bridge or virtual network of a host. */
export interface ObservedBridge {
  readonly host: string
  readonly name: string
  readonly type: string
  readonly active: boolean
  readonly vlanAware: boolean
  readonly mtu?: number
  readonly cidrs: readonly string[]
}

/** A named PCI device and where it is; functions of one device are separated by semicolons in its path. */
export interface ObservedMapping {
  readonly id: string
  readonly devices: readonly { readonly host: string; readonly path: string; readonly device: string }[]
}

/** A guest under the care of the HA manager. */
export interface ObservedHaResource {
  /** Such as `vm:101`. */
  readonly sid: string
  readonly state: string
  readonly group?: string
}
