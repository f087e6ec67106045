import { type DescMessage, fromBinary } from '@bufbuild/protobuf'
import {
  AddressEventSchema,
  ConfigLoadErrorEventSchema,
  ConfigValidationErrorEventSchema,
  MachineStatusEventSchema,
  PhaseEventSchema,
  RestartEventSchema,
  SequenceEventSchema,
  ServiceStateEventSchema,
  TaskEventSchema,
  type Event as WireEvent,
} from '../gen/machine/events_pb.ts'
import { MachineService } from '../gen/machine/machine_pb.ts'
import type { StreamOptions, TalosNode } from './node.ts'

/** One kind of event: its name here, and how it is read. */
function payload<const K extends string, S extends DescMessage>(kind: K, schema: S) {
  const read = ({ id, actorId }: WireEvent, bytes: Uint8Array) => ({
    kind,
    id,
    /** The call that started the work this belongs to; empty for what happens by itself. */
    actorId,
    payload: fromBinary(schema, bytes),
  })
  return { type: schema.typeName, read }
}

const PAYLOADS = [
  payload('sequence', SequenceEventSchema),
  payload('phase', PhaseEventSchema),
  payload('task', TaskEventSchema),
  payload('service', ServiceStateEventSchema),
  payload('machine', MachineStatusEventSchema),
  payload('addresses', AddressEventSchema),
  payload('config-load-error', ConfigLoadErrorEventSchema),
  payload('config-validation-error', ConfigValidationErrorEventSchema),
  payload('restart', RestartEventSchema),
] as const

/** Something that happened on a machine. */
export type TalosEvent = ReturnType<(typeof PAYLOADS)[number]['read']>

/** Which events to hear. */
export interface EventOptions extends StreamOptions {
  /** How many past events come first: none unless told otherwise. */
  readonly past?: number | 'all'
  /** Only what came after this event. */
  readonly after?: string
  readonly actorId?: string
}

/** Listens to a machine; ends without an error when the machine goes down in good order. */
export async function* watchEvents(node: TalosNode, options: EventOptions = {}): AsyncGenerator<TalosEvent> {
  const { past = 0, after = '', actorId = '' } = options
  const request = { tailEvents: past === 'all' ? -1 : past, tailId: after, withActorId: actorId }
  const stream = node.stream(MachineService.method.events, request, { silenceMs: undefined, ...options })
  for await (const event of stream) {
    const read = readEvent(event)
    if (read !== undefined) yield read
  }
}

/** Reads one event; nothing for the greeting at the beginning and for kinds that are newer than this program. */
export function readEvent(event: WireEvent): TalosEvent | undefined {
  const { data } = event
  if (data === undefined || data.typeUrl === '') return undefined
  // Talos names types like `talos/runtime/machine.TaskEvent`, which is not how protobuf does it.
  const type = data.typeUrl.slice(data.typeUrl.lastIndexOf('/') + 1)
  return PAYLOADS.find((one) => one.type === type)?.read(event, data.value)
}
