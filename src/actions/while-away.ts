import type { Machine } from '../resolve/desired.ts'
import { UserError } from '../user-error.ts'
import { kubernetesReady } from './kubernetes/kubernetes-ready.ts'
import { etcdJoin } from './talos/etcd-join.ts'
import { talosConfigured } from './talos/talos-configured.ts'
import type { Telling, Tools } from './tools.ts'
import { patiently, until } from './until.ts'

/** Empties a machine, lets it go down and come up again, and waits until it is back in the cluster. */
export async function whileAway(
  tools: Tools,
  telling: Telling,
  machine: Machine,
  goAway: () => Promise<void>,
): Promise<void> {
  const { name } = machine
  const isNode = await isKubernetesNode(tools, telling, machine)
  if (isNode) await tools.kubernetes.drain(name, telling)
  await goAway()
  await talosConfigured.run({ machine: name }, tools, telling)
  if (machine.role === 'controlplane') await etcdJoin.run({ machine: name }, tools, telling)
  if (!isNode) return
  await kubernetesReady.run({ machine: name }, tools, telling)
  await tools.kubernetes.uncordon(name)
}

async function isKubernetesNode(tools: Tools, telling: Telling, { name, role }: Machine): Promise<boolean> {
  const look = async () => (await tools.kubernetes.nodes()).some((node) => node.name === name)
  // A worker is never cut off with its pods on it.
  if (role === 'worker') return await until(tools, telling, () => patiently(async () => ({ value: await look() })))
  try {
    return await look()
  } catch (error) {
    // That nothing answers may be what the control plane is changed for.
    if (error instanceof UserError) return false
    throw error
  }
}
