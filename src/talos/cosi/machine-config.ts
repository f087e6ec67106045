import { fromBinary } from '@bufbuild/protobuf'
import { UserError } from '../../user-error.ts'
import type { CallOptions, TalosNode } from '../api/node.ts'
import { State } from '../gen/cosi/state_pb.ts'
import { MachineConfigSpecSchema } from '../gen/machine/resources_pb.ts'

const IDS = { active: 'v1alpha1', persistent: 'persistent' } as const

/** A machine config as the machine holds it; full of secrets. */
export interface HeldConfig {
  /** Counts up with every change. */
  readonly version: string
  /** The bytes that were applied, unchanged. */
  readonly text: string
}

/** Reads the config that is in force, or the one that is in force after the next boot; nothing before the first. */
export async function fetchMachineConfig(
  node: TalosNode,
  which: keyof typeof IDS,
  options?: CallOptions,
): Promise<HeldConfig | undefined> {
  const place = { type: 'MachineConfigs.config.talos.dev', namespace: 'config', id: IDS[which] }
  try {
    const { resource } = await node.unary(State.method.get, place, options)
    // The YAML form of this one resource differs between Talos versions, the binary form does not.
    const spec = fromBinary(MachineConfigSpecSchema, resource?.spec?.protoSpec ?? new Uint8Array())
    return { version: resource?.metadata?.version ?? '', text: Buffer.from(spec.yamlMarshalled).toString('utf8') }
  } catch (error) {
    if (error instanceof UserError && error.code === 'talos-not-found') return undefined
    throw error
  }
}
