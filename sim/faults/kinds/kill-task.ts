import { z } from 'zod'
import { Failure } from '../../proxmox/failure.ts'
import { readUpid } from '../../proxmox/tasks/upid.ts'
import { faultKind } from '../kind.ts'

/** The worker dies, as when the system runs out of memory: nothing is cleaned up. */
export const killTask = faultKind({
  about: 'the task that the request starts dies half way through its first wait and leaves everything as it is',
  options: z.undefined(),
  strike: (_, { sim }) => ({
    after({ result }) {
      if (result instanceof Failure) return
      const { data } = result
      if (typeof data === 'string' && readUpid(data) !== undefined) sim.workers.doom(data)
    },
  }),
})
