import { toJson } from '@bufbuild/protobuf'
import { watchEvents } from '../../../../src/talos/api/events.ts'
import type { TalosNode } from '../../../../src/talos/api/node.ts'
import { file_machine_events } from '../../../../src/talos/gen/machine/events_pb.ts'
import { type Told, told } from './events.ts'

/** Listens to a machine until it goes down, or has said what is waited for. */
export async function followEvents(
  node: TalosNode,
  past: number | 'all',
  isLast: (event: Told) => boolean = () => false,
): Promise<readonly Told[]> {
  const heard: Told[] = []
  for await (const { payload } of watchEvents(node, { past })) {
    const schema = file_machine_events.messages.find(({ typeName }) => typeName === payload.$typeName)
    const fields = schema === undefined ? undefined : toJson(schema, payload, { useProtoFieldName: true })
    if (schema === undefined || typeof fields !== 'object' || fields === null || Array.isArray(fields)) continue
    const event = told(schema.name, fields)
    if (event === undefined) continue
    heard.push(event)
    if (isLast(event)) break
  }
  return heard
}
