import type { Machine } from '../../resolve/desired.ts'
import { knownAddress } from '../address.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { overtaken } from '../overtaken.ts'
import { powerOf } from '../proxmox/find-vm.ts'
import { nodeAt } from '../talos/control-planes.ts'
import { settled } from '../talos/settled.ts'
import type { Telling, Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** Waits until a node is ready, or only registered where the cluster comes without a network. */
export const kubernetesReady: Handler<'kubernetes.ready'> = {
  minutes: 20,
  done: async () => false,
  run: async ({ machine }, tools, telling) => {
    let next = tools.clock.now() + POWER_MS
    await until(tools, telling, async () => {
      const seen = await patiently(() => watch(tools, telling, machine, next))
      if ('value' in seen || tools.clock.now() < next) return seen
      next = tools.clock.now() + POWER_MS
      await requirePower(tools, machineNamed(tools, machine))
      return seen
    })
  },
}

/** How often Proxmox is asked about a machine whose node does not come. */
const POWER_MS = 30_000

/** A node whose machine is off never gets ready: a run that was killed may have begun to shut it down. */
async function requirePower(tools: Tools, machine: Machine): Promise<void> {
  if ((await powerOf(tools, machine)) === 'stopped') throw overtaken(`${machine.name} was switched off meanwhile`)
}

/** Watches a node until it is ready, its machine has to be asked, or so much time has passed. */
async function watch(tools: Tools, telling: Telling, name: string, until: number): Promise<Look<true>> {
  const late = new AbortController()
  const cancel = tools.clock.after(Math.max(0, until - tools.clock.now()), () => late.abort())
  let waiting = ''
  try {
    for await (const node of tools.kubernetes.followNode(name, AbortSignal.any([telling.signal, late.signal]))) {
      if (node !== undefined && tools.desired.kubernetes.cni.name === 'none') return { value: true }
      // Kubernetes takes a machine for ready for a while after it was switched off.
      if (node?.ready) return await settled(await nodeAt(tools, await knownAddress(tools, machineNamed(tools, name))))
      const reason = node === undefined ? 'its node has not registered' : node.reason
      if (reason !== waiting) telling.progress(reason)
      waiting = reason
    }
    return { waiting }
  } finally {
    cancel()
  }
}
