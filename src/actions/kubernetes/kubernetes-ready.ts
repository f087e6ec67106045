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
    const whileOn = async (look: () => Promise<Look<true>>) => {
      const seen = await patiently(look)
      if ('value' in seen || tools.clock.now() < next) return seen
      next = tools.clock.now() + POWER_MS
      await requirePower(tools, machineNamed(tools, machine))
      return seen
    }
    // Kubernetes takes a machine for ready for a while after it was switched off, so the machine is heard first.
    if (hasNetwork(tools)) await until(tools, telling, () => whileOn(() => watchSettling(tools, telling, machine)))
    await until(tools, telling, () => whileOn(() => look(tools, machine)))
  },
}

const hasNetwork = ({ desired }: Tools): boolean => desired.kubernetes.cni.name !== 'none'

/** Watches a machine until it runs and misses nothing, as it says itself, or until its power is to be looked at. */
async function watchSettling(tools: Tools, telling: Telling, name: string): Promise<Look<true>> {
  const node = await nodeAt(tools, await knownAddress(tools, machineNamed(tools, name)))
  const enough = new AbortController()
  const cancel = tools.clock.after(POWER_MS, () => enough.abort())
  const signal = AbortSignal.any([telling.signal, enough.signal])
  let said = 'it says nothing'
  const progress = (text: string) => {
    said = text
    telling.progress(text)
  }
  try {
    return await watchFor({ progress, signal }, { node, kind: machineStatus, id: machineStatus.id, judge: settledBy })
  } catch (error) {
    if (enough.signal.aborted && !telling.signal.aborted) return { waiting: said }
    throw error
  } finally {
    cancel()
  }
}

/** How often Proxmox is asked about a machine whose node does not come. */
const POWER_MS = 30_000

/** A node whose machine is off never gets ready: a run that was killed may have begun to shut it down. */
async function requirePower(tools: Tools, machine: Machine): Promise<void> {
  if ((await powerOf(tools, machine)) === 'stopped') throw overtaken(`${machine.name} was switched off meanwhile`)
}

async function look(tools: Tools, name: string): Promise<Look<true>> {
  const node = (await tools.kubernetes.nodes()).find((one) => one.name === name)
  if (node === undefined) return { waiting: 'its node has not registered' }
  return node.ready || !hasNetwork(tools) ? { value: true } : { waiting: node.reason ?? 'its node is not ready' }
}
