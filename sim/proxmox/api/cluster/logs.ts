import type { Task } from '../../../world/task.ts'
import { has } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'

const PER_NODE = 25

function tasks({ sim, caller }: Call<object>) {
  const { world } = sim
  const all = has(world, caller.id, '/', ['Sys.Audit'])
  return (
    world.hosts
      .flatMap((host) =>
        world.tasks
          .filter((task) => task.node === host.name)
          .slice(-PER_NODE)
          .reverse(),
      )
      .map(shown)
      // The genuine list compares with the user alone, so a token does not see its own tasks here.
      .filter((task) => all || task.user === caller.id)
  )
}

function shown({ upid, node, starttime, endtime, status, type, id, user: full }: Task) {
  const [user, tokenid] = full.split('!')
  return {
    ...{ upid, node, starttime, type, id, user },
    ...(tokenid === undefined ? {} : { tokenid }),
    ...(endtime === undefined ? {} : { endtime, status, saved: '1' }),
  }
}

function log({ sim, caller, params }: Call<{ max?: number }>) {
  const all = has(sim.world, caller.id, '/', ['Sys.Syslog'])
  return sim.world.log
    .filter((line) => all || line.user === caller.id)
    .slice(-(params.max ?? 50))
    .reverse()
    .map((line) => ({ ...line, uid: String(line.uid), id: `${line.uid}:${line.node}` }))
}

/** What happened lately in the cluster. */
export const clusterLogHandlers: Handlers = {
  'GET /cluster/tasks': tasks,
  'GET /cluster/log': log,
}
