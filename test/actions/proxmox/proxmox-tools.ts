import type { Tools } from '../../../src/actions/tools.ts'
import { readGuests } from '../../../src/proxmox/observe/parts.ts'

const unused = () => {
  throw new Error('actions of Proxmox alone do not need this')
}

/** The tools of actions that deal with nothing but Proxmox. */
export const proxmoxTools = (own: Pick<Tools, 'desired' | 'clock' | 'proxmox' | 'schematic'>): Tools => ({
  ...own,
  version: '0.0.0',
  guests: () => readGuests(own.proxmox),
  proxmoxRelease: async () => '9.2',
  registerSchematic: async () => undefined,
  talos: unused,
  learnt: new Map(),
  kubernetes: {
    nodes: unused,
    silentAt: unused,
    drain: unused,
    uncordon: unused,
    manifests: unused,
    applyManifests: unused,
    pruneManifests: unused,
    deleteNode: unused,
  },
  configServer: { offer: unused, withdraw: unused, wasFetched: unused },
  home: {
    createSecrets: unused,
    hasSecrets: unused,
    machineConfig: unused,
    bootstrapped: unused,
    markBootstrap: unused,
    writeClientConfigs: unused,
    hasClientConfigs: unused,
    begun: async () => [],
    noteBegun: async () => undefined,
    forgetBegun: async () => undefined,
  },
})
