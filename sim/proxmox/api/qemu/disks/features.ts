import type { Storage } from '../../../../world/storage.ts'
import type { VmConfig } from '../../../../world/vm.ts'
import { existingStorage, pathOf } from '../../storage/definition.ts'
import type { Asking } from '../asking.ts'
import { drivesOf, isCdrom } from '../drive/drive.ts'
import { splitVolumeId } from '../drive/volume-id.ts'
import { formatOfName } from './formats.ts'

/** What can be done with a volume. */
export type Feature = 'snapshot' | 'clone' | 'copy' | 'template' | 'rename'

/** Which state of a volume it is about. */
type State = 'base' | 'current' | 'snap'

const ALL = ['raw', 'qcow2', 'vmdk']

const ofFiles: Readonly<Record<Feature, Readonly<Partial<Record<State, readonly string[]>>>>> = {
  snapshot: { current: ['qcow2'], snap: ['qcow2'] },
  clone: { base: ALL },
  template: { current: ALL },
  copy: { base: ALL, current: ALL, snap: ['qcow2'] },
  rename: { current: ALL },
}

const ofThinBlocks: Readonly<Record<Feature, readonly State[]>> = {
  snapshot: ['current'],
  clone: ['base', 'snap'],
  template: ['current'],
  copy: ['base', 'current', 'snap'],
  rename: ['current'],
}

const ofThickBlocks: Readonly<Record<Feature, readonly State[]>> = {
  snapshot: [],
  clone: [],
  template: [],
  copy: ['base', 'current'],
  rename: ['current'],
}

/** Whether a volume can be used in a way. */
export function volumeHasFeature(storage: Storage, feature: Feature, name: string, snapshot?: string): boolean {
  const isBase = /(?:^|\/)base-\d+-[^/]*$/.test(name)
  const state: State = snapshot !== undefined ? 'snap' : isBase ? 'base' : 'current'
  if (pathOf(storage) !== undefined) return ofFiles[feature][state]?.includes(formatOfName(name)) ?? false
  return (storage.type === 'lvm' ? ofThickBlocks : ofThinBlocks)[feature].includes(state)
}

/** Whether a volume identifier can be used in a way; a bare path never can. */
export function volidHasFeature(asking: Pick<Asking, 'sim'>, feature: Feature, volid: string, snapshot?: string) {
  const parts = splitVolumeId(volid)
  if (parts === undefined) return false
  return volumeHasFeature(existingStorage(asking.sim.world, parts.storage), feature, parts.name, snapshot)
}

/** Whether all disks of a configuration can be used in a way. */
export function configHasFeature(
  asking: Pick<Asking, 'sim'>,
  feature: Feature,
  config: VmConfig,
  snapshot?: string,
): boolean {
  return drivesOf(config)
    .filter(([, drive]) => !isCdrom(drive))
    .every(([, drive]) => volidHasFeature(asking, feature, drive.file, snapshot))
}
