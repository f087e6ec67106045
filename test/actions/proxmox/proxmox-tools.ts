import type { Tools } from '../../../src/actions/tools.ts'
import { readGuests } from '../../../src/proxmox/observe/parts.ts'
import { toolsWith } from '../tools.ts'

/** The tools of actions that deal with nothing but Proxmox. */
export const proxmoxTools = (own: Pick<Tools, 'desired' | 'clock' | 'proxmox' | 'schematic'>): Tools =>
  toolsWith({
    ...own,
    guests: () => readGuests(own.proxmox),
    proxmoxRelease: async () => '9.2',
    registerSchematic: async () => undefined,
  })
