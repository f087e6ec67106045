import { create, toBinary } from '@bufbuild/protobuf'
import { MachineConfigSpecSchema } from '../../../src/talos/gen/machine/resources_pb.ts'
import { systemDisk } from '../disk.ts'
import type { ResourceContent, ResourceKind } from './kind.ts'

function held(id: string, text: string, version: number): ResourceContent {
  const proto = toBinary(
    MachineConfigSpecSchema,
    create(MachineConfigSpecSchema, { yamlMarshalled: Buffer.from(text) }),
  )
  return { id, spec: text, proto, version, annotations: { 'talos.dev/yaml-spec': '1' } }
}

/** The config in force, and the one after the next boot; full of secrets. */
export const configKinds: readonly ResourceKind[] = [
  {
    type: 'MachineConfigs.config.talos.dev',
    owner: '',
    list(node) {
      const { config, persistent } = node.state
      const saved = systemDisk(node)?.state?.config
      return [
        ...(saved === undefined || persistent === undefined ? [] : [held('persistent', saved, persistent.version)]),
        ...(config === undefined ? [] : [held('v1alpha1', config.text, config.version)]),
      ]
    },
  },
]
