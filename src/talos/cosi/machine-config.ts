import { fromBinary } from '@bufbuild/protobuf'
import { definedOnly } from '../../resolve/defined-only.ts'
import { UserError } from '../../user-error.ts'
import type { CallOptions, StreamOptions, TalosNode } from '../api/node.ts'

import { type Resource, State } from '../gen/cosi/state_pb.ts'
import { MachineConfigSpecSchema } from '../gen/machine/resources_pb.ts'

const IDS = { active: 'v1alpha1', persistent: 'persistent' } as const
const KIND = { type: 'MachineConfigs.config.talos.dev', namespace: 'config' } as const

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
  try {
    const { resource } = await node.unary(State.method.get, { ...KIND, id: IDS[which] }, options)
    return readHeld(resource)
  } catch (error) {
    if (error instanceof UserError && error.code === 'talos-not-found') return undefined
    throw error
  }
}

/** The configs of a machine, both in one call; before the first one there is none. */
export async function listMachineConfigs(
  node: TalosNode,
  options?: StreamOptions,
): Promise<{ readonly active?: HeldConfig; readonly persistent?: HeldConfig }> {
  const held = new Map<string, HeldConfig>()
  for await (const { resource } of node.stream(State.method.list, KIND, options)) {
    held.set(resource?.metadata?.id ?? '', readHeld(resource))
  }
  return definedOnly({ active: held.get(IDS.active), persistent: held.get(IDS.persistent) })
}

/** The YAML form of this one resource differs between Talos versions, the binary form does not. */
function readHeld(resource: Resource | undefined): HeldConfig {
  const spec = fromBinary(MachineConfigSpecSchema, resource?.spec?.protoSpec ?? new Uint8Array())
  return { version: resource?.metadata?.version ?? '', text: Buffer.from(spec.yamlMarshalled).toString('utf8') }
}
