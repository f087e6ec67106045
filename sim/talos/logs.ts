import type { StoredEvent } from './events/event.ts'
import type { Node } from './node.ts'
import { releaseOn } from './releases.ts'

/** The log of a service: what it said about itself; nothing for a service that the machine does not have. */
export function serviceLog({ state }: Node, id: string): readonly string[] | undefined {
  const service = state.services[id]
  return service?.history.map(({ state, message, at }) =>
    JSON.stringify({ ts: new Date(at).toISOString(), level: 'info', msg: message, state }),
  )
}

/** The kernel log: the start of the kernel, then everything that Talos has told. */
export function kernelLog({ state }: Node): readonly string[] {
  const start = new Date(state.bootedAt).toISOString()
  return [
    `kern:  notice: [${start}]: Linux version ${releaseOn({ state }).kernel} (@buildkitsandbox) #1 SMP`,
    `kern:    info: [${start}]: Command line: talos.platform=${state.image?.platform ?? ''}`,
    ...state.events.flatMap((event) => {
      const text = lineOf(event)
      return text === undefined ? [] : [`user: warning: [${new Date(event.at).toISOString()}]: [talos] ${text}`]
    }),
  ]
}

function lineOf({ payload }: StoredEvent): string | undefined {
  switch (payload.type) {
    case 'SequenceEvent':
      return `${payload.sequence} sequence: ${payload.action === 'STOP' ? 'done' : 'starting'}`
    case 'PhaseEvent':
      return `phase ${payload.phase}: ${payload.action === 'STOP' ? 'done' : 'starting'}`
    case 'TaskEvent':
      return `task ${payload.task}: ${payload.action === 'STOP' ? 'done' : 'starting'}`
    case 'ServiceStateEvent':
      return `service[${payload.service}](${payload.state}): ${payload.message}`
    case 'AddressEvent':
      return `addresses ${payload.addresses.join(', ')}`
    case 'ConfigLoadErrorEvent':
    case 'ConfigValidationErrorEvent':
      return payload.error
    case 'MachineStatusEvent':
    case 'RestartEvent':
      return undefined
  }
}
