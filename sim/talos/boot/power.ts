import { randomBytes, randomUUID } from 'node:crypto'
import type { Hardware, Machine } from '../../guest/guest.ts'
import { runningMembership } from '../etcd/cluster.ts'
import { memberGone } from '../etcd/service.ts'
import { leave } from '../kubernetes/progress.ts'
import { noNetwork } from '../network/state.ts'
import { later, type Node, newLive } from '../node.ts'
import type { Talos } from '../talos.ts'
import type { MachineState } from '../world.ts'
import { disconnect } from './disconnect.ts'

/** Switches a machine on. */
export function powerOn(talos: Talos, hardware: Hardware, machine: Machine): Node {
  const state = blankState(talos, hardware)
  const node: Node = { talos, state, machine, live: newLive() }
  talos.nodes.set(hardware.vmid, node)
  talos.state.machines[hardware.vmid] = state
  later(node, 'firmware', talos.timing.firmware)
  return node
}

/** Takes up a machine that has been on all along, only this process is new; it goes on when `talos.resume` is called. */
export function resume(talos: Talos, vmid: number, machine: Machine): void {
  const state = talos.state.machines[vmid]
  if (state === undefined) return
  talos.nodes.set(vmid, { talos, state, machine, live: newLive() })
}

/** Takes the power away: what was in memory is gone, and nobody answers any more. */
export function powerOff(node: Node): void {
  const { talos, state } = node
  const membership = runningMembership(node)
  leave(node)
  disconnect(node)
  talos.agenda.cancel(state.vmid)
  talos.nodes.delete(state.vmid)
  delete talos.state.machines[state.vmid]
  if (membership !== undefined) memberGone(node, membership, 'suddenly')
}

/** Empties a machine's memory and boots it again: through the firmware, or as the caller sees to it. */
export function reset(node: Node, hardware: Hardware, way: 'firmware' | 'kexec' = 'firmware'): void {
  const { talos } = node
  const membership = runningMembership(node)
  leave(node)
  disconnect(node)
  talos.agenda.cancel(node.state.vmid)
  node.state = blankState(talos, hardware)
  talos.state.machines[hardware.vmid] = node.state
  if (membership !== undefined) memberGone(node, membership, 'suddenly')
  if (way === 'firmware') later(node, 'firmware', talos.timing.firmware)
}

function blankState({ clock }: Talos, hardware: Hardware): MachineState {
  return {
    vmid: hardware.vmid,
    hardware,
    boot: randomUUID(),
    bootedAt: clock.now(),
    stage: 'booting',
    network: noNetwork(),
    nodeId: randomBytes(32).toString('base64url'),
    services: {},
    isInstalling: false,
    mounted: false,
    awaited: [],
    events: [],
    told: '',
    resources: {},
    kubernetes: { pods: {}, isRegistering: false, isRegistered: false },
    pid: 100,
  }
}
