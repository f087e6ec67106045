import { knownAddress } from '../address.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { nodeAt } from '../talos/control-planes.ts'
import { settled } from '../talos/settled.ts'
import type { Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** Waits until a node is ready, or only registered where the cluster comes without a network. */
export const kubernetesReady: Handler<'kubernetes.ready'> = {
  minutes: 20,
  done: async ({ machine }, tools) => 'value' in (await look(tools, machine)),
  run: async ({ machine }, tools, telling) => {
    await until(tools, telling, () => look(tools, machine))
  },
}

const look = (tools: Tools, name: string): Promise<Look<true>> =>
  patiently(async () => {
    const node = (await tools.kubernetes.nodes()).find((one) => one.name === name)
    if (node === undefined) return { waiting: 'its node has not registered' }
    if (tools.desired.kubernetes.cni.name === 'none') return { value: true }
    if (!node.ready) return { waiting: node.reason ?? 'its node is not ready' }
    // Kubernetes takes a machine for ready for a while after it was switched off.
    return await settled(await nodeAt(tools, await knownAddress(tools, machineNamed(tools, name))))
  })
