import { z } from 'zod'
import { died } from '../../proxmox/failure.ts'
import { guestLock, storageLock } from '../../proxmox/tasks/locks.ts'
import { wait } from '../../world/clock.ts'
import { faultKind } from '../kind.ts'

/** Somebody else holds the lock for longer than Proxmox waits. */
export const lockTimeout = faultKind({
  about: "the request waits for a lock that it never gets: the machine's, or that of the storage given as `storage`",
  options: z.strictObject({ storage: z.string().optional() }).optional(),
  strike: (options, { sim, host, vmid }) => ({
    async before() {
      const storage = options?.storage
      const wish = storage === undefined ? guestLock(host, vmid ?? 0) : storageLock(host, storage, false)
      await wait(sim.clock, wish.milliseconds)
      throw died(wish.refusal)
    },
  }),
})
