import type { KubernetesTools, Tools } from '../../src/actions/tools.ts'
import { realClock } from '../../src/world/clock.ts'

const unused = () => {
  throw new Error('this action does not need that')
}

/** What an action that is tested by itself has to do with; of Kubernetes only what it calls. */
type Given = Pick<Tools, 'desired'> &
  Partial<Omit<Tools, 'kubernetes'>> & { readonly kubernetes?: Partial<KubernetesTools> }

/** Tools of an action that is tested by itself: what is not given must not be used. */
export function toolsWith({ kubernetes, ...given }: Given): Tools {
  return {
    version: '0.0.0',
    clock: realClock,
    proxmox: {
      get: unused,
      post: unused,
      put: unused,
      delete: unused,
      upload: unused,
      skew: unused,
      close: unused,
      world: { clock: realClock, random: unused },
      taskPace: { follow: unused },
    },
    guests: unused,
    proxmoxRelease: unused,
    inventory: unused,
    schematic: unused,
    registerSchematic: unused,
    talos: unused,
    learnt: new Map(),
    unconfigured: new Map(),
    made: new Map(),
    kubernetes: {
      nodes: unused,
      followNode: unused,
      unready: unused,
      silentAt: unused,
      drain: unused,
      uncordon: unused,
      manifests: unused,
      applyManifests: unused,
      pruneManifests: unused,
      deleteNode: unused,
      ...kubernetes,
    },
    configServer: { offer: unused, withdraw: unused, wasFetched: unused },
    home: {
      createSecrets: unused,
      hasSecrets: unused,
      deleteSecrets: unused,
      hasAnySecrets: unused,
      machineConfig: unused,
      bootstrapped: unused,
      markBootstrap: unused,
      markEtcdHealthy: unused,
      forgetBootstrap: unused,
      writeClientConfigs: unused,
      hasClientConfigs: unused,
      begun: async () => undefined,
      noteBegun: async () => undefined,
      forgetBegun: async () => undefined,
    },
    ...given,
  }
}
