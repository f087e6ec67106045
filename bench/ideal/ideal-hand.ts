import { isApiOpen } from '../../sim/talos/api/listen.ts'
import { applyConfig } from '../../sim/talos/config/apply.ts'
import { bootstrapEtcd } from '../../sim/talos/etcd/bootstrap.ts'
import { leaderOf, runningMembership } from '../../sim/talos/etcd/cluster.ts'
import { unmetConditions } from '../../sim/talos/events/machine-status.ts'
import { workloadTrouble } from '../../sim/talos/health.ts'
import { isApiServing } from '../../sim/talos/kubernetes/clusters.ts'
import type { Node } from '../../sim/talos/node.ts'
import { settle } from '../../sim/talos/settle.ts'
import type { Action, ActionKind } from '../../src/plan/action.ts'
import type { IdealWorld } from './ideal-world.ts'

/** A world, and waiting for something in it. */
interface Workplace extends Pick<IdealWorld, 'running' | 'desired' | 'configs'> {
  /** Ends at the very moment at which something holds. */
  readonly when: (holds: () => boolean) => Promise<void>
}

type Hand = (world: Workplace, node: () => Node | undefined) => Promise<void>

const isUp = (node: Node | undefined): node is Node => node !== undefined && isApiOpen(node)

const hasVote = (node: Node | undefined): boolean => {
  const membership = node === undefined ? undefined : runningMembership(node)
  if (node === undefined || membership === undefined || membership.member.isLearner) return false
  return node.state.services.etcd?.health.healthy === true && leaderOf(node.talos, membership.cluster) !== undefined
}

const controlPlanes = ({ running, desired }: Workplace): readonly Node[] =>
  desired.machines
    .filter(({ role }) => role === 'controlplane')
    .flatMap(({ vmid }) => running.talos.nodes.get(vmid) ?? [])

const arePodsReady = (world: Workplace): boolean =>
  controlPlanes(world).every(({ state }) => Object.values(state.kubernetes.pods).every((phase) => phase === 'ready'))

const SYSTEM = [
  ['apps/daemonsets', 'kube-system/kube-proxy'],
  ['apps/deployments', 'kube-system/coredns'],
] as const

/**
 * What the actions inside of machines come to when nobody has to be asked whether something has come true: the same
 * conditions that the product waits for, looked up in the simulated machines themselves.
 */
const HANDS: Partial<Readonly<Record<ActionKind, Hand>>> = {
  'secrets.create': async () => undefined,
  'configs.write': async () => undefined,
  'talos.maintenance': ({ when }, node) => when(() => isUp(node()) && node()?.state.stage === 'maintenance'),
  'talos.apply': async ({ configs }, node) => {
    const machine = node()
    if (machine === undefined) throw new Error('a machine that is off was to get its config')
    const text = configs.get(machine.state.network.hostname) ?? configs.get(machine.state.hardware.name) ?? ''
    applyConfig(machine, { text, mode: 'auto', dryRun: false, trialMs: 0 })
    settle(machine)
  },
  'talos.configured': ({ when }, node) =>
    when(() => isUp(node()) && ['booting', 'running'].includes(node()?.state.stage ?? '')),
  'etcd.bootstrap': async ({ when }, node) => {
    await when(() => {
      const machine = node()
      if (machine === undefined) return false
      const isBegun = bootstrapEtcd(machine, { recover: false, skipHashCheck: false }) === undefined
      if (isBegun) settle(machine)
      return isBegun
    })
    await when(() => hasVote(node()))
  },
  'etcd.join': ({ when }, node) => when(() => hasVote(node())),
  'kubernetes.api': (world) => world.when(() => controlPlanes(world).some(isApiServing)),
  'kubernetes.system': (world) =>
    world.when(
      () =>
        arePodsReady(world) &&
        [...world.running.talos.kubernetes.values()].every((api) =>
          SYSTEM.every(([storage, key]) => {
            const object = api.store.get(storage, key)
            return object !== undefined && workloadTrouble(object, key) === undefined
          }),
        ),
    ),
  'kubernetes.ready': ({ when }, node) =>
    when(() => {
      const machine = node()
      return machine?.state.stage === 'running' && unmetConditions(machine).length === 0
    }),
}

/** Carries out what happens inside of machines; nothing comes back for what Proxmox does. */
export function byIdealHand(world: Workplace, action: Action): Promise<void> | undefined {
  const hand = HANDS[action.kind]
  const name = 'machine' in action.data ? action.data.machine : undefined
  const vmid = world.desired.machines.find((machine) => machine.name === name)?.vmid
  return hand?.(world, () => (vmid === undefined ? undefined : world.running.talos.nodes.get(vmid)))
}
