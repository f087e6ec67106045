import { create, toBinary } from '@bufbuild/protobuf'
import {
  ResourceDefinitionSpecSchema,
  ResourceDefinitionSpec_Sensitivity as Sensitivity,
} from '../../../src/talos/gen/cosi/meta_pb.ts'
import type { Minor } from '../../../src/talos/schema/notation.ts'
import { minorOf } from '../version.ts'
import { type Definition, definitions } from './definition.ts'
import type { ResourceContent, ResourceKind } from './kind.ts'

/** Resources about resources. */
export const metaKinds: readonly ResourceKind[] = [
  {
    type: 'ResourceDefinitions.meta.cosi.dev',
    owner: 'meta',
    list: (node) =>
      [...definitions.values()]
        .filter(({ exists }) => exists(minorOf(node)))
        .map((one) => described(one, minorOf(node))),
  },
  {
    type: 'Namespaces.meta.cosi.dev',
    owner: 'meta',
    list: () =>
      [...new Set([...definitions.values()].map(({ namespace }) => namespace))].map((id) => ({
        id,
        spec: { description: '' },
      })),
  },
]

function described(definition: Definition, version: Minor): ResourceContent {
  const { type, displayType, namespace, aliases, allAliases, columns } = definition
  const isSensitive = definition.isSensitive(version)
  const proto = create(ResourceDefinitionSpecSchema, {
    resourceType: type,
    displayType,
    defaultNamespace: namespace,
    aliases: [...aliases],
    allAliases: [...allAliases],
    printColumns: columns.map(({ name, path }) => ({ name, jsonPath: path })),
    sensitivity: isSensitive ? Sensitivity.SENSITIVE : Sensitivity.NON_SENSITIVE,
  })
  const spec = {
    type,
    displayType,
    defaultNamespace: namespace,
    aliases,
    allAliases,
    printColumns: columns.map(({ name, path }) => ({ name, jsonPath: path })),
    ...(isSensitive ? { sensitivity: 'sensitive' } : {}),
  }
  return { id: type.toLowerCase(), spec, proto: toBinary(ResourceDefinitionSpecSchema, proto) }
}
