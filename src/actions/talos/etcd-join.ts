import type { Handler } from '../handler.ts'
import type { Tools } from '../tools.ts'
import { until } from '../until.ts'
import { controlPlaneNodes } from './control-planes.ts'
import { etcdTrouble } from './etcd-health.ts'

/** Waits until a control plane is a member of etcd with a vote. */
export const etcdJoin: Handler<'etcd.join'> = {
  minutes: 15,
  done: async ({ machine }, tools) => (await trouble(tools, machine)) === undefined,
  run: async ({ machine }, tools, telling) => {
    await until(tools, telling, async () => {
      const reason = await trouble(tools, machine)
      return reason === undefined ? { value: true } : { waiting: reason }
    })
  },
}

async function trouble(tools: Tools, name: string): Promise<string | undefined> {
  const node = (await controlPlaneNodes(tools)).find((one) => one.name === name)
  return node === undefined ? 'nobody knows its address yet' : await etcdTrouble(node)
}
