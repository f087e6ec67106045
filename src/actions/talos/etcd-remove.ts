import { formatMemberId, removeEtcdMember } from '../../talos/api/etcd-members.ts'
import type { Handler } from '../handler.ts'
import { controlPlaneNodes } from './control-planes.ts'
import { etcdTrouble, membersNow } from './etcd-health.ts'
import { unhealthy } from './etcd-leave.ts'

/** Lets a healthy control plane take a dead one out of etcd. */
export const etcdRemove: Handler<'etcd.remove'> = {
  minutes: 5,
  done: async ({ member }, tools) =>
    (await membersNow(await controlPlaneNodes(tools))).every(({ id }) => formatMemberId(id) !== member),
  run: async ({ machine, member }, tools, { signal }) => {
    const nodes = (await controlPlaneNodes(tools)).filter(({ name }) => name !== machine)
    const troubles: string[] = []
    for (const node of nodes) {
      const trouble = await etcdTrouble(node)
      if (trouble === undefined) return await removeEtcdMember(node, BigInt(`0x${member}`), { signal })
      troubles.push(`${node.name}: ${trouble}`)
    }
    throw unhealthy(machine, troubles.join('; '))
  },
}
