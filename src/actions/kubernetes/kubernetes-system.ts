import { staticPods } from '../../talos/cosi/kinds.ts'
import { unreadyPods } from '../../talos/health/kubernetes-conditions.ts'
import type { Handler } from '../handler.ts'
import { controlPlaneNodes } from '../talos/control-planes.ts'
import { untilResources } from '../talos/until-resources.ts'
import type { Telling, Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** Waits until what every cluster runs inside of Kubernetes is ready: only then can it be used. */
export const kubernetesSystem: Handler<'kubernetes.system'> = {
  minutes: 15,
  // It was planned since something is not ready; whether all is by now is the first thing that is heard.
  done: async () => false,
  run: async (_, tools, telling) => {
    await untilControlPlanes(tools, telling)
    await until(tools, telling, () => look(tools))
  },
}

/** What serves Kubernetes itself may not be ready yet on some control planes, which only their machines tell. */
async function untilControlPlanes(tools: Tools, telling: Telling): Promise<void> {
  const nodes = await controlPlaneNodes(tools)
  await Promise.all(
    nodes.map((node) =>
      untilResources(tools, telling, {
        node,
        kind: staticPods,
        judge: (pods): Look<true> => {
          const unready = unreadyPods(pods)
          return unready === undefined ? { value: true } : { waiting: `${node.name}: ${unready}` }
        },
      }),
    ),
  )
}

const look = (tools: Tools): Promise<Look<true>> =>
  patiently(async () => {
    const unready = await tools.kubernetes.unready()
    return unready.length > 0 ? { waiting: unready.join(', ') } : { value: true }
  })
