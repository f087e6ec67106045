import type { Simulator } from '../../sim/proxmox/simulator.ts'
import type { ProxmoxClient } from '../../src/proxmox/client/client.ts'
import type { TaskFollower } from '../../src/proxmox/tasks/task-pace.ts'
import { wait } from '../../src/world/clock.ts'
import { directClient } from '../../test/sim/direct-client.ts'

/** A question that is answered at the end of a task may be asked at any time. */
const AT_ONCE: TaskFollower = {
  waited: () => 0,
  next: () => Promise.resolve('ask'),
  ended: () => undefined,
  leave: () => undefined,
}

/**
 * A client that nothing stands between: calls take no time, but for those that change something, of which nobody can do
 * without, and a question after a task is answered at the very moment at which it ends.
 */
export function promptClient(sim: Simulator, callMs: number): ProxmoxClient {
  const { get, post, put, delete: remove, ...rest } = directClient(sim)
  const sending = () => (callMs > 0 ? wait(sim.clock, callMs) : undefined)
  return {
    ...rest,
    taskPace: { follow: () => AT_ONCE },
    async get(path, parameters) {
      const upid = 'upid' in parameters ? parameters.upid : undefined
      if (path.endsWith('/status') && typeof upid === 'string') await sim.workers.ended(upid)
      return await get(path, parameters)
    },
    async post(path, parameters) {
      await sending()
      return await post(path, parameters)
    },
    async put(path, parameters) {
      await sending()
      return await put(path, parameters)
    },
    async delete(path, parameters) {
      await sending()
      return await remove(path, parameters)
    },
  }
}
