import { formatMemberId, removeEtcdMember } from '../../talos/api/etcd-members.ts'
import { UserError } from '../../user-error.ts'
import type { Handler } from '../handler.ts'
import type { Tools } from '../tools.ts'
import { controlPlaneNodes } from './control-planes.ts'
import { etcdTrouble, membersNow, peerAddress } from './etcd-health.ts'
import { unhealthy } from './etcd-leave.ts'

/** Lets a healthy control plane take a dead one out of etcd. */
export const etcdRemove: Handler<'etcd.remove'> = {
  minutes: 5,
  done: async ({ member }, tools) =>
    (await membersNow(tools, await controlPlaneNodes(tools))).every(({ id }) => formatMemberId(id) !== member),
  run: async ({ machine, member, address }, tools, { signal }) => {
    const all = await controlPlaneNodes(tools)
    const known = (await membersNow(tools, all)).find(({ id }) => formatMemberId(id) === member)
    if (known === undefined) return
    await requireDead(
      tools,
      machine,
      address ?? all.find(({ name }) => name === machine)?.address ?? peerAddress(known),
    )
    const troubles: string[] = []
    for (const node of all.filter(({ name }) => name !== machine)) {
      const trouble = await etcdTrouble(node)
      if (trouble === undefined) return await removeEtcdMember(node, BigInt(`0x${member}`), { signal })
      troubles.push(`${node.name}: ${trouble}`)
    }
    throw unhealthy(machine, troubles.join('; '))
  },
}

/** Proxmox does not show a machine to those without a right to see it, so that one which seems gone may be running. */
async function requireDead(tools: Tools, machine: string, address: string | undefined): Promise<void> {
  if (address === undefined) return
  const { kind } = await (await tools.talos()).probe(address, 5_000)
  if (kind !== 'ours') return
  throw new UserError('member-alive', `${machine} stays in etcd, since it answers at ${address} with its config`, {
    hint: 'run again to look anew; if Proxmox does not show its VM, see to the rights on it: talmox doctor',
  })
}
