import type { Host } from '../../../world/host.ts'
import type { Section } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import type { SectionKind } from '../../config/section-config.ts'
import { checkDirectories, directoryFault } from './directories.ts'
import type { MapEntry } from './map-entry.ts'
import { pciFault } from './pci-devices.ts'
import { usbFault } from './usb-devices.ts'

/** One kind of mapping. */
export interface MappingKind {
  readonly name: 'pci' | 'usb' | 'dir'
  /** What a failed change calls it. */
  readonly noun: string
  readonly section: SectionKind
  /** Why an entry does not fit the node that it is for. */
  readonly fault: (world: World, host: Host, entry: MapEntry, id: string, mapping: Section) => string | undefined
  /** What a new list of entries must pass, on the node that is asked. */
  readonly check?: (world: World, node: string, entries: readonly MapEntry[]) => void
}

/** Every kind of mapping. */
export const mappingKinds: readonly MappingKind[] = [
  {
    name: 'pci',
    noun: 'hardware',
    section: { required: ['map'], optional: ['description', 'mdev', 'live-migration-capable'] },
    fault: (_world, host, entry, id, mapping) => pciFault(host, entry, id, mapping),
  },
  {
    name: 'usb',
    noun: 'hardware',
    section: { required: ['map'], optional: ['description'] },
    fault: (_world, host, entry, id) => usbFault(host, entry, id),
  },
  {
    name: 'dir',
    noun: 'directory',
    section: { required: ['map'], optional: ['description'] },
    fault: (world, _host, entry) => directoryFault(world, entry),
    check: checkDirectories,
  },
]
