import type { Handler } from '../handler.ts'
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
    if (node.ready || tools.desired.kubernetes.cni.name === 'none') return { value: true }
    return { waiting: node.reason ?? 'its node is not ready' }
  })
