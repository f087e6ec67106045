import type { Stage } from '../world.ts'

/** What a machine tells about itself; the shape of its words on the wire, with times as milliseconds. */
export type EventPayload =
  | {
      readonly type: 'SequenceEvent'
      readonly sequence: string
      readonly action: 'NOOP' | 'START' | 'STOP'
      readonly error?: string
    }
  | { readonly type: 'PhaseEvent'; readonly phase: string; readonly action: 'START' | 'STOP' }
  | { readonly type: 'TaskEvent'; readonly task: string; readonly action: 'START' | 'STOP' }
  | {
      readonly type: 'ServiceStateEvent'
      readonly service: string
      readonly state: ServiceStateName
      readonly message: string
      readonly health: HealthRecord
    }
  | {
      readonly type: 'MachineStatusEvent'
      readonly stage: Stage
      readonly unmet: readonly UnmetCondition[]
    }
  | { readonly type: 'AddressEvent'; readonly hostname: string; readonly addresses: readonly string[] }
  | { readonly type: 'ConfigLoadErrorEvent' | 'ConfigValidationErrorEvent'; readonly error: string }
  | { readonly type: 'RestartEvent'; readonly cmd: number }

/** An event as a machine keeps it. */
export interface StoredEvent {
  readonly id: string
  /** Simulated milliseconds since the epoch. */
  readonly at: number
  /** The call that it came of; empty for what happens by itself. */
  readonly actor: string
  readonly payload: EventPayload
}

/** The states of a service, as Talos names them. */
export type ServiceStateName =
  | 'Initialized'
  | 'Starting'
  | 'Preparing'
  | 'Waiting'
  | 'Running'
  | 'Stopping'
  | 'Finished'
  | 'Failed'
  | 'Skipped'

/** What is known of a service's health; nothing before the first check. */
export interface HealthRecord {
  readonly healthy?: boolean
  readonly message: string
  /** Absent before the first check. */
  readonly at?: number
}

/** Something that keeps a machine from being ready. */
export interface UnmetCondition {
  readonly name: string
  readonly reason: string
}
