import type { Handler } from '../handler.ts'
import { hasPool } from './pool-create.ts'

/** Removes a Proxmox pool that nothing is in; Proxmox refuses one that has members. */
export const poolDelete: Handler<'pool.delete'> = {
  minutes: 1,
  done: async ({ pool }, tools) => !(await hasPool(tools, pool)),
  run: async ({ pool }, { proxmox }, { signal }) => {
    await proxmox.delete('/pools', { poolid: pool }, { signal })
  },
}
