import { poolComment } from '../../plan/pool-comment.ts'
import { isProxmoxError } from '../../proxmox/client/error.ts'
import { readResources } from '../../proxmox/observe/resources.ts'
import type { Handler } from '../handler.ts'
import type { Tools } from '../tools.ts'

/** Makes a Proxmox pool. */
export const poolCreate: Handler<'pool.create'> = {
  minutes: 1,
  done: ({ pool }, tools) => hasPool(tools, pool),
  run: async ({ pool }, { proxmox, desired }, { signal }) => {
    try {
      await proxmox.post('/pools', { poolid: pool, comment: poolComment(desired.name) }, { signal })
    } catch (error) {
      if (!isProxmoxError(error, 'proxmox-exists')) throw error
    }
  },
}

/** Whether a pool is there. */
export async function hasPool({ proxmox }: Tools, pool: string): Promise<boolean> {
  const { pools } = readResources(await proxmox.get('/cluster/resources', {}))
  return pools.some(({ id }) => id === pool)
}
