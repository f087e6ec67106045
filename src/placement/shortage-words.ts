import type { Limit, PlacementMachine, Shortage } from './types.ts'
import { bytes, count } from './words.ts'

/** How a constraint speaks: what the host lacks, to follow the host's name, and what a person could do about it. */
interface Words {
  readonly lacks: (short: Shortage) => string
  readonly fix: (short: Shortage, machine: PlacementMachine) => string
}

/** Where the policy says how many of a kind a host may hold. */
const SETTINGS: Readonly<Record<'max-per-host' | 'host-loss', Readonly<Record<string, string>>>> = {
  'max-per-host': {
    machine: 'maxPerHost.total',
    worker: 'maxPerHost.worker',
    'control plane': 'maxPerHost.controlPlane',
  },
  'host-loss': { worker: 'hostLoss.workersPercent', 'control plane': 'hostLoss.controlPlanes' },
}

const WORDS: Readonly<Record<Limit, Words>> = {
  cpu: {
    lacks: ({ resource, needed, free, short }) =>
      resource === undefined
        ? `has ${free} CPU free of the ${needed} needed (${short} short)`
        : `has ${free} CPU in all, and Proxmox starts no machine with more (${needed} needed, ${short} short)`,
    fix: ({ resource, short, host, free }, { name }) =>
      resource === undefined
        ? `free ${short} CPU on ${host} (or raise cpuOvercommit, or lower reserve.cpu), give ${name} ${short} CPU less`
        : `give ${name} at most ${free} CPU`,
  },
  memory: {
    lacks: ({ needed, free, short }) =>
      `has ${bytes(free)} of memory free of the ${bytes(needed)} needed (${bytes(short)} short)`,
    fix: ({ short, host }, { name }) =>
      `free ${bytes(short)} of memory on ${host} (or lower reserve.memory), give ${name} ${bytes(short)} less`,
  },
  storage: {
    lacks: ({ resource, absent, needed, free, short }) =>
      absent
        ? `has no storage ${resource}`
        : `has ${bytes(free)} free on storage ${resource} of the ${bytes(needed)} needed (${bytes(short)} short)`,
    fix: ({ resource, absent, short, host }, { name }) =>
      absent
        ? `make storage ${resource} available on ${host}, use a storage that ${host} has for ${name}`
        : `free ${bytes(short)} on storage ${resource} of ${host}, use another storage for ${name}`,
  },
  device: {
    lacks: ({ resource, absent, needed, limit, free }) =>
      absent
        ? `has no device ${resource}`
        : `has ${free} of ${count(limit, 'device')} ${resource} left (${needed} needed)`,
    fix: ({ resource, short, host }) => `give ${host} ${count(short, 'more device')} ${resource}`,
  },
  'max-per-host': {
    lacks: ({ resource = '', limit }) => `may hold no more than ${count(limit, resource)}`,
    fix: ({ resource = '' }) => `raise ${SETTINGS['max-per-host'][resource]}`,
  },
  'host-loss': {
    lacks: ({ resource = '', limit }) => `may hold no more than ${count(limit, resource)}, to die with it`,
    fix: ({ resource = '' }) => `raise ${SETTINGS['host-loss'][resource]}`,
  },
}

/** What a host lacks, as the end of a sentence that begins with its name. */
export function lacking(short: Shortage): string {
  return WORDS[short.constraint].lacks(short)
}

/** What would let the machine onto that host. */
export function fixing(short: Shortage, machine: PlacementMachine): string {
  return WORDS[short.constraint].fix(short, machine)
}
