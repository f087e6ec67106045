import { type MachineConfig, machineConfig } from '../config/machine-config.ts'
import type { Node } from '../node.ts'
import type { ResourceContent } from './kind.ts'

/** Something that only control planes have, once they have a config. */
export const onControlPlane =
  (list: (node: Node, config: MachineConfig) => readonly ResourceContent[]) =>
  (node: Node): readonly ResourceContent[] => {
    const config = machineConfig(node)
    return config?.type === 'controlplane' ? list(node, config) : []
  }

/** Something that machines have once they have a config and a name. */
export const configured =
  (list: (node: Node, config: MachineConfig) => readonly ResourceContent[]) =>
  (node: Node): readonly ResourceContent[] => {
    const config = machineConfig(node)
    return config === undefined || node.state.network.hostname === '' ? [] : list(node, config)
  }
