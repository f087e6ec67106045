import { runningMembership } from '../etcd/cluster.ts'
import { prepareEtcd } from '../etcd/prepare.ts'
import { checkEtcd, etcdStarted, memberGone } from '../etcd/service.ts'
import { cancelLater, later, type Node } from '../node.ts'
import { changeHealth, changeService, isUp, serviceOf, UNCHECKED } from './change.ts'
import { kindOf, startedText, stoppingText } from './table.ts'

/** Starts a service: it waits for what it needs, prepares itself, runs, and is checked. */
export function startService(node: Node, id: string): void {
  serviceOf(node, id).health = UNCHECKED
  changeService(node, id, 'Starting', 'Starting service')
  const { needs } = kindOf(id)
  if (needs.length > 0) changeService(node, id, 'Waiting', `Waiting for ${needs.map(({ text }) => text).join(', ')}`)
  if (!advance(node, id)) later(node, 'service-waits', node.talos.timing.waitingReport, id)
}

/** Lets services go on that have what they waited for. */
export function advanceServices(node: Node): void {
  for (const [id, { state }] of Object.entries(node.state.services)) if (state === 'Waiting') advance(node, id)
}

/** Says what a service still waits for. */
export function reportWaiting(node: Node, id: string): void {
  const service = serviceOf(node, id)
  if (service.state !== 'Waiting' || advance(node, id)) return
  const missing = kindOf(id).needs.filter(({ met }) => !met(node))
  const message = `Waiting for ${missing.map(({ text }) => text).join(', ')}`
  if (service.history.at(-1)?.message !== message) changeService(node, id, 'Waiting', message)
}

function advance(node: Node, id: string): boolean {
  if (!kindOf(id).needs.every(({ met }) => met(node))) return false
  prepareService(node, id)
  return true
}

function prepareService(node: Node, id: string): void {
  cancelLater(node, 'service-waits', id)
  changeService(node, id, 'Preparing', 'Running pre state')
  const { prepare } = kindOf(id)
  later(node, 'service-prepared', prepare === undefined ? 0 : node.talos.timing[prepare], id)
}

/** A service has what it needs on the machine; etcd alone must find its cluster before it runs. */
export function servicePrepared(node: Node, id: string): void {
  if (serviceOf(node, id).state !== 'Preparing') return
  if (id === 'etcd' && !prepareEtcd(node)) return
  createRunner(node, id)
}

/** Runs a service that is prepared. */
function createRunner(node: Node, id: string): void {
  const { start = 'serviceStart' } = kindOf(id)
  changeService(node, id, 'Preparing', 'Creating service runner')
  later(node, 'service-started', node.talos.timing[start], id)
}

/** A service runs. */
export function serviceStarted(node: Node, id: string): void {
  const service = serviceOf(node, id)
  if (service.state !== 'Preparing') return
  node.state.pid += 15
  service.pid = node.state.pid
  const kind = kindOf(id)
  changeService(node, id, 'Running', startedText(kind, service.pid))
  if (id === 'etcd') etcdStarted(node)
  // Workers wait for somebody who signs their certificates.
  if (id === 'trustd') node.talos.wake(node)
  if (kind.health !== undefined) later(node, 'service-checked', node.talos.timing[kind.health], id)
}

/** Somebody looks at a service's health; a healthy one is looked at again only when there is reason to. */
export function serviceChecked(node: Node, id: string): void {
  if (serviceOf(node, id).state !== 'Running') return
  if (id === 'etcd') checkEtcd(node)
  else changeHealth(node, id, true)
}

/** Forgets what a service was about to do. */
export function abandonService(node: Node, id: string): void {
  for (const step of ['service-waits', 'service-prepared', 'service-started', 'service-checked'] as const) {
    cancelLater(node, step, id)
  }
}

/** Stops a service at once. */
export function stopService(node: Node, id: string): void {
  const service = node.state.services[id]
  if (service === undefined || service.state === 'Finished') return
  abandonService(node, id)
  const membership = id === 'etcd' ? runningMembership(node) : undefined
  if (service.state === 'Running') {
    service.health = UNCHECKED
    changeService(node, id, 'Stopping', stoppingText(kindOf(id), service.pid))
  }
  changeService(node, id, 'Finished', 'Service finished successfully')
  service.health = { healthy: false, message: 'service not running', at: node.talos.clock.now() }
  if (membership !== undefined) memberGone(node, membership, 'in good order')
}

/** Whether a service is up for those who wait for it to start. */
export const hasStarted = (node: Node, id: string): boolean => isUp(node, id, kindOf(id).health !== undefined)
