import type { Handler } from '../handler.ts'
import type { Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** Waits until the Kubernetes API answers. */
export const kubernetesApi: Handler<'kubernetes.api'> = {
  minutes: 20,
  done: async (_, tools) => 'value' in (await look(tools)),
  run: async (_, tools, telling) => {
    await until(tools, telling, () => look(tools))
  },
}

const look = (tools: Tools): Promise<Look<true>> =>
  patiently(async () => {
    await tools.kubernetes.nodes()
    return { value: true }
  })
