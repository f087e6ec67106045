import type { Machine } from '../../resolve/desired.ts'
import { machineStatus } from '../../talos/cosi/kinds.ts'
import { knownAddress } from '../address.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { overtaken } from '../overtaken.ts'
import { powerOf } from '../proxmox/find-vm.ts'
import { nodeAt } from '../talos/control-planes.ts'
import { settledBy } from '../talos/settled.ts'
import { watchFor } from '../talos/until-resource.ts'
import type { Telling, Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** Waits until a node is ready, or only registered where the cluster comes without a network. */
export const kubernetesReady: Handler<'kubernetes.ready'> = {
  minutes: 20,
  done: async () => false,
  run: async ({ machine }, tools, telling) => {
    let next = tools.clock.now() + POWER_MS
    const whileOn = async (watch: Watch) => {
      const seen = await patiently(() => forAWhile(tools, telling, (hearing) => watch(tools, hearing, machine)))
      if ('value' in seen || tools.clock.now() < next) return seen
      next = tools.clock.now() + POWER_MS
      await requirePower(tools, machineNamed(tools, machine))
      return seen
    }
    // Kubernetes takes a machine for ready for a while after it was switched off, so the machine is heard first.
    if (hasNetwork(tools)) await until(tools, telling, () => whileOn(watchMachine))
    await until(tools, telling, () => whileOn(watchNode))
  },
}

type Watch = (tools: Tools, telling: Telling, name: string) => Promise<Look<true>>

const hasNetwork = ({ desired }: Tools): boolean => desired.kubernetes.cni.name !== 'none'

/** Watches a machine until it runs and misses nothing, as it says itself. */
async function watchMachine(tools: Tools, telling: Telling, name: string): Promise<Look<true>> {
  const node = await nodeAt(tools, await knownAddress(tools, machineNamed(tools, name)))
  return await watchFor(telling, { node, kind: machineStatus, id: machineStatus.id, judge: settledBy })
}

/** Watches a node until it is as it is to be. */
async function watchNode(tools: Tools, { progress, signal }: Telling, name: string): Promise<Look<true>> {
  let waiting: string | undefined
  for await (const node of tools.kubernetes.followNode(name, signal)) {
    if (node !== undefined && (node.ready || !hasNetwork(tools))) return { value: true }
    const reason = node === undefined ? 'its node has not registered' : node.reason
    if (reason !== waiting) progress(reason)
    waiting = reason
  }
  return { waiting: waiting ?? 'Kubernetes says nothing of its node' }
}

/** How often Proxmox is asked about a machine whose node does not come. */
const POWER_MS = 30_000

/** Breaks a watch off when its machine's power is to be looked at: what it said last is what is waited for. */
async function forAWhile(
  { clock }: Tools,
  telling: Telling,
  watch: (hearing: Telling) => Promise<Look<true>>,
): Promise<Look<true>> {
  const enough = new AbortController()
  const cancel = clock.after(POWER_MS, () => enough.abort())
  let said = 'it says nothing'
  const progress = (text: string) => {
    said = text
    telling.progress(text)
  }
  try {
    return await watch({ progress, signal: AbortSignal.any([telling.signal, enough.signal]) })
  } catch (error) {
    if (enough.signal.aborted && !telling.signal.aborted) return { waiting: said }
    throw error
  } finally {
    cancel()
  }
}

/** A node whose machine is off never gets ready: a run that was killed may have begun to shut it down. */
async function requirePower(tools: Tools, machine: Machine): Promise<void> {
  if ((await powerOf(tools, machine)) === 'stopped') throw overtaken(`${machine.name} was switched off meanwhile`)
}
