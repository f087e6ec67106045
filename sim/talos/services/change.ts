import { emit } from '../events/emit.ts'
import type { HealthRecord, ServiceStateName } from '../events/event.ts'
import type { Node } from '../node.ts'
import type { ServiceState } from './state.ts'

/** How many words of a service are remembered. */
const KEPT = 64

/** Nobody has looked at the service's health. */
export const UNCHECKED: HealthRecord = { message: '' }

/** A service of a machine, made when it is first named. */
export function serviceOf({ state }: Node, id: string): ServiceState {
  const known = state.services[id]
  if (known !== undefined) return known
  const made: ServiceState = { state: 'Initialized', history: [], health: UNCHECKED, pid: 0 }
  state.services[id] = made
  return made
}

/** Puts a service into a state and tells it. */
export function changeService(node: Node, id: string, state: ServiceStateName, message: string): void {
  const service = serviceOf(node, id)
  service.state = state
  service.history.push({ state, message, at: node.talos.clock.now() })
  if (service.history.length > KEPT) service.history.shift()
  emit(node, { type: 'ServiceStateEvent', service: id, state, message, health: service.health })
}

/** Notes what a check of a service's health found; only a change is told. */
export function changeHealth(node: Node, id: string, healthy: boolean, message = ''): void {
  const service = serviceOf(node, id)
  if (service.health.healthy === healthy && service.health.message === message) return
  service.health = { healthy, message, at: node.talos.clock.now() }
  changeService(node, id, service.state, healthy ? 'Health check successful' : `Health check failed: ${message}`)
}

/** Whether a service runs. */
export const isRunning = ({ state }: Node, id: string): boolean => state.services[id]?.state === 'Running'

/** Whether a service is up for those who wait for it: it runs in good health, or has nothing left to do. */
export function isUp(node: Node, id: string, hasHealth = true): boolean {
  const service = node.state.services[id]
  if (service === undefined) return false
  if (service.state === 'Skipped' || service.state === 'Finished') return true
  return service.state === 'Running' && (!hasHealth || service.health.healthy === true)
}
