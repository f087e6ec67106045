import type { Handler } from '../handler.ts'
import { until } from '../until.ts'
import { controlPlaneNodes } from './control-planes.ts'
import { untilMember } from './etcd-health.ts'

/** Waits until a control plane is a member of etcd with a vote. */
export const etcdJoin: Handler<'etcd.join'> = {
  minutes: 15,
  done: async () => false,
  run: async ({ machine }, tools, telling) => {
    const node = await until(tools, telling, async () => {
      const known = (await controlPlaneNodes(tools)).find(({ name }) => name === machine)
      return known === undefined ? { waiting: 'nobody knows its address yet' } : { value: known }
    })
    await untilMember(tools, telling, node)
  },
}
