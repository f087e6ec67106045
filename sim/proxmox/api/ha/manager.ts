import { type Section, sectionAt } from '../../../world/section.ts'
import type { Vm } from '../../../world/vm.ts'
import type { World } from '../../../world/world.ts'

/** Whether the managers of high availability are at work: a host without a cluster has nobody to fail over to. */
export const hasManager = ({ cluster }: World): boolean => cluster !== undefined

const PREFIXES = { qemu: 'vm', lxc: 'ct' } as const

/** The name of a guest among the resources. */
export const sidOf = ({ kind, vmid }: Pick<Vm, 'kind' | 'vmid'>): string => `${PREFIXES[kind]}:${vmid}`

/** The guest behind a resource's name. */
export const guestOf = ({ vms }: World, sid: string): Vm | undefined => vms.find((vm) => sidOf(vm) === sid)

/** What is wished for a resource. */
export function requestedState(resource: Section): string {
  const { state = 'started' } = resource
  return state === 'enabled' ? 'started' : String(state)
}

/** Whether high availability looks after a resource; it leaves those alone that it is to ignore. */
export function isManaged({ ha }: World, sid: string): boolean {
  const resource = sectionAt(ha.resources, sid)
  return resource !== undefined && resource.state !== 'ignored'
}

/** What the manager says of a resource: it follows from the wish and from how the guest is. */
export function serviceState(
  world: World,
  sid: string,
  resource: Section,
  guest: Vm | undefined = guestOf(world, sid),
): string {
  const requested = requestedState(resource)
  if (requested === 'ignored') return 'ignored'
  if (guest === undefined) return 'not found'
  if (!hasManager(world)) return 'queued'
  if (!isOnline(world, guest.node)) return 'fence'
  if (guest.config.lock === 'migrate') return 'migrate'
  const running = guest.run !== undefined
  if (requested === 'started') return running ? 'started' : 'starting'
  if (requested === 'disabled' && !running) return 'disabled'
  return running ? 'stopping' : 'stopped'
}

/** Whether a host of the cluster has power. */
export const isOnline = ({ hosts }: World, name: string): boolean =>
  hosts.some((host) => host.name === name && host.online)
