import type { Release } from '../../src/proxmox/tables/types.ts'
import type { Flavour } from '../world/world.ts'

/** What a release says of itself. */
export interface ReleaseInfo {
  readonly tables: Release
  readonly release: string
  readonly version: string
  readonly repoid: string
  readonly kernel: string
  readonly qemu: string
}

/** The releases that can be simulated. */
export const releases: Readonly<Record<Flavour, ReleaseInfo>> = {
  '8.4': {
    tables: '8',
    release: '8.4',
    version: '8.4.14',
    repoid: 'b502d23c55afcba1',
    kernel: '6.8.12-15-pve',
    qemu: '9.2.0',
  },
  '9.2': {
    tables: '9',
    release: '9.2',
    version: '9.2.11',
    repoid: '14a22df35955d97d',
    kernel: '6.17.13-2-pve',
    qemu: '11.0.0',
  },
}
