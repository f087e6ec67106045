import type { Handler } from '../handler.ts'
import type { Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** Waits until the Kubernetes API answers, also at the addresses that people are told. */
export const kubernetesApi: Handler<'kubernetes.api'> = {
  minutes: 20,
  done: async (_, tools) => 'value' in (await look(tools)),
  run: async (_, tools, telling) => void (await until(tools, telling, () => look(tools))),
}

const look = (tools: Tools): Promise<Look<true>> =>
  patiently(async () => {
    await tools.kubernetes.nodes()
    const silentAt = await tools.kubernetes.silentAt(tools.desired.network.vips)
    return silentAt.length === 0 ? { value: true } : { waiting: `it does not answer at ${silentAt.join(', ')} yet` }
  })
