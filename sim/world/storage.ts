import type { Installation } from '../talos/disk.ts'
import type { Section } from './section.ts'
import type { TalosImage } from './talos-image.ts'
import type { VmConfig } from './vm.ts'

/** A storage definition as storage.cfg holds it. */
export interface Storage {
  readonly storage: string
  readonly type: string
  /** The remaining keys of the section: content, nodes, path, disable, shared and so on. */
  options: Section
  /** Size of the whole storage, the same on each node. */
  totalBytes: number
}

/** A file or volume on a storage. */
export interface Volume {
  readonly storage: string
  /** The node that has it; absent on shared storage. */
  readonly node?: string
  /** What follows the colon of its identifier. */
  name: string
  content: 'images' | 'rootdir' | 'iso' | 'vztmpl' | 'backup' | 'snippets' | 'import'
  format: string
  /** The size that a guest sees. */
  sizeBytes: number
  /** What it occupies. */
  usedBytes: number
  /** Simulated seconds since the epoch. */
  ctime: number
  vmid?: number
  /** The base volume of a linked clone. */
  parent?: string
  notes?: string
  protected?: boolean
  /** The machine inside a backup. */
  guest?: BackedUpGuest
  /** Checksums of downloaded content by algorithm, where somebody may ask. */
  checksums?: Record<string, string>
  /** The Talos on it, where it came from an image factory; copies carry it on. */
  image?: TalosImage
  /** Files of a CD with settings for a guest. */
  cidata?: Record<string, string>
  /** What Talos has written to it since; copies carry it on. */
  installation?: Installation
}

/** A machine as a backup holds it. */
export interface BackedUpGuest {
  readonly config: VmConfig
  readonly disks: readonly {
    readonly key: string
    readonly storage: string
    readonly format: string
    readonly sizeBytes: number
    readonly image?: TalosImage
    readonly installation?: Installation
  }[]
}
