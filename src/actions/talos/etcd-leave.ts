import { leaveEtcd } from '../../talos/api/etcd-members.ts'
import { UserError } from '../../user-error.ts'
import type { Handler } from '../handler.ts'
import { controlPlaneNodes, nodeAt } from './control-planes.ts'
import { membersNow } from './etcd-health.ts'
import { lastingTrouble } from './lasting-trouble.ts'

/** Takes a control plane that answers out of etcd. */
export const etcdLeave: Handler<'etcd.leave'> = {
  minutes: 10,
  done: async ({ machine }, tools) =>
    (await membersNow(tools, await controlPlaneNodes(tools))).every(({ hostname }) => hostname !== machine),
  run: async ({ machine, address }, tools, telling) => {
    const trouble = await lastingTrouble(tools, telling, machine, 'for-good')
    if (trouble !== undefined) throw unhealthy(machine, trouble)
    if (address === undefined) throw new Error(`nobody knows the address of ${machine}`)
    await leaveEtcd(await nodeAt(tools, address), { signal: telling.signal })
  },
}

/** One member less is one too many while another one is not well. */
export function unhealthy(machine: string, trouble: string): UserError {
  return new UserError('etcd-unhealthy', `${machine} stays in etcd, since etcd is not well: ${trouble}`, {
    hint: 'mend etcd first, then run again',
  })
}
