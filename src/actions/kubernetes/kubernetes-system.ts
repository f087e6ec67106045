import { podsReady } from '../../talos/health/kubernetes-conditions.ts'
import type { Handler } from '../handler.ts'
import { controlPlaneNodes } from '../talos/control-planes.ts'
import type { Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** Waits until what every cluster runs inside of Kubernetes is ready: only then can it be used. */
export const kubernetesSystem: Handler<'kubernetes.system'> = {
  minutes: 15,
  done: async (_, tools) => 'value' in (await look(tools)),
  run: async (_, tools, telling) => {
    await until(tools, telling, () => look(tools))
  },
}

const look = (tools: Tools): Promise<Look<true>> =>
  patiently(async () => {
    const unready = await tools.kubernetes.unready()
    if (unready.length > 0) return { waiting: unready.join(', ') }
    // What serves Kubernetes itself may not be ready yet on some control planes, which only their machines tell.
    for (const node of await controlPlaneNodes(tools)) {
      const pods = await podsReady([node])
      if (pods.kind === 'waiting') return { waiting: pods.reason }
    }
    return { value: true }
  })
