import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { timestampFromMs } from '@bufbuild/protobuf/wkt'
import {
  AddressEventSchema,
  ConfigLoadErrorEventSchema,
  ConfigValidationErrorEventSchema,
  type EventSchema,
  MachineStatusEvent_MachineStage as MachineStage,
  MachineStatusEventSchema,
  PhaseEvent_Action as PhaseAction,
  PhaseEventSchema,
  RestartEventSchema,
  SequenceEvent_Action as SequenceAction,
  SequenceEventSchema,
  ServiceStateEvent_Action as ServiceAction,
  ServiceStateEventSchema,
  TaskEvent_Action as TaskAction,
  TaskEventSchema,
} from '../../../src/talos/gen/machine/events_pb.ts'
import type { ServiceHealthSchema } from '../../../src/talos/gen/machine/services_pb.ts'
import type { Stage } from '../world.ts'
import type { EventPayload, HealthRecord, ServiceStateName, StoredEvent, UnmetCondition } from './event.ts'

/** The time that Go writes where there is none. */
const NEVER = { seconds: -62135596800n, nanos: 0 }

const SERVICE_ACTIONS: Readonly<Record<ServiceStateName, ServiceAction>> = {
  Initialized: ServiceAction.INITIALIZED,
  Preparing: ServiceAction.PREPARING,
  Waiting: ServiceAction.WAITING,
  Running: ServiceAction.RUNNING,
  Stopping: ServiceAction.STOPPING,
  Finished: ServiceAction.FINISHED,
  Failed: ServiceAction.FAILED,
  Skipped: ServiceAction.SKIPPED,
  Starting: ServiceAction.STARTING,
}

const STAGES: Readonly<Record<Stage, MachineStage>> = {
  booting: MachineStage.BOOTING,
  installing: MachineStage.INSTALLING,
  maintenance: MachineStage.MAINTENANCE,
  running: MachineStage.RUNNING,
  rebooting: MachineStage.REBOOTING,
  'shutting down': MachineStage.SHUTTING_DOWN,
  resetting: MachineStage.RESETTING,
  upgrading: MachineStage.UPGRADING,
}

/** Health as it goes over the wire. */
export function wireHealth({ healthy, message, at }: HealthRecord): MessageInitShape<typeof ServiceHealthSchema> {
  return {
    unknown: healthy === undefined,
    healthy: healthy ?? false,
    lastMessage: message,
    lastChange: at === undefined ? NEVER : timestampFromMs(Math.floor(at)),
  }
}

/** The state of a machine as it goes over the wire; its resource is encoded as its event is. */
export function wireStatus(
  stage: Stage,
  unmet: readonly UnmetCondition[],
): MessageInitShape<typeof MachineStatusEventSchema> {
  return { stage: STAGES[stage], status: { ready: unmet.length === 0, unmetConditions: [...unmet] } }
}

/** An event as it goes over the wire. */
export function wireEvent({ id, actor, payload }: StoredEvent): MessageInitShape<typeof EventSchema> {
  return { id, actorId: actor, data: packed(payload) }
}

function packed(payload: EventPayload): { readonly typeUrl: string; readonly value: Uint8Array } {
  switch (payload.type) {
    case 'SequenceEvent': {
      const { sequence, action, error } = payload
      const failure = error === undefined ? {} : { error: { message: error } }
      return pack(SequenceEventSchema, { sequence, action: SequenceAction[action], ...failure })
    }
    case 'PhaseEvent':
      return pack(PhaseEventSchema, { phase: payload.phase, action: PhaseAction[payload.action] })
    case 'TaskEvent':
      return pack(TaskEventSchema, { task: payload.task, action: TaskAction[payload.action] })
    case 'ServiceStateEvent': {
      const { service, state, message, health } = payload
      return pack(ServiceStateEventSchema, {
        service,
        action: SERVICE_ACTIONS[state],
        message,
        health: wireHealth(health),
      })
    }
    case 'MachineStatusEvent':
      return pack(MachineStatusEventSchema, wireStatus(payload.stage, payload.unmet))
    case 'AddressEvent':
      return pack(AddressEventSchema, { hostname: payload.hostname, addresses: [...payload.addresses] })
    case 'ConfigLoadErrorEvent':
      return pack(ConfigLoadErrorEventSchema, { error: payload.error })
    case 'ConfigValidationErrorEvent':
      return pack(ConfigValidationErrorEventSchema, { error: payload.error })
    case 'RestartEvent':
      return pack(RestartEventSchema, { cmd: BigInt(payload.cmd) })
  }
}

// Talos names types in a way of its own.
function pack<S extends DescMessage>(schema: S, content: MessageInitShape<S>) {
  return { typeUrl: `talos/runtime/${schema.typeName}`, value: toBinary(schema, create(schema, content)) }
}
