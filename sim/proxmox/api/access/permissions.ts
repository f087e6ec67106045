import { aclPaths, type Given, privilegesAt, requireAll } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'

const TOPS = ['/', '/access', '/access/groups', '/nodes', '/pool', '/sdn', '/storage', '/vms']

function permissions({ sim, caller, params }: Call<{ path?: string; userid?: string }>) {
  const { world } = sim
  const { userid = caller.id, path } = params
  const isOwn = userid === caller.id || userid.startsWith(`${caller.id}!`)
  if (!isOwn) requireAll(world, caller.id, '/access', ['Sys.Audit'])
  if (path !== undefined) return { [path]: shown(privilegesAt(world, userid, path)) }
  const pooled = world.access.pools.flatMap((pool) => [
    ...pool.vms.map((vmid) => `/vms/${vmid}`),
    ...pool.storages.map((storage) => `/storage/${storage}`),
  ])
  const found = [...new Set([...TOPS, ...aclPaths(world), ...pooled])].flatMap((at) => {
    const given = privilegesAt(world, userid, at)
    return given.size === 0 ? [] : [[at, shown(given)] as const]
  })
  return Object.fromEntries(found)
}

function shown(given: Given): Record<string, 0 | 1> {
  return Object.fromEntries([...given].map(([priv, down]) => [priv, down ? 1 : 0]))
}

/** Who may do what. */
export const permissionsHandlers: Handlers = {
  'GET /access/permissions': permissions,
}
