import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Access, Pool } from '../../../world/access.ts'
import { mayModify } from '../../auth/check-permission.ts'
import { has, requireAll } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { changeAccess } from '../access/change.ts'
import { overviewOf } from '../cluster/overview.ts'
import { guestFacts, guestRow, guestUptime, storageFacts, storageRow } from '../cluster/resource-rows.ts'
import { nodesOf } from '../storage/definition.ts'

type PoolCall = Call<{ poolid: string; type?: 'qemu' | 'lxc' | 'storage' }>

const comment = (pool: Pool) => (pool.comment === undefined ? {} : { comment: pool.comment })

function list({ sim, caller }: Call<object>) {
  return sim.world.access.pools
    .filter((pool) => has(sim.world, caller.id, `/pool/${pool.poolid}`, ['Pool.Audit']))
    .sort((a, b) => (a.poolid < b.poolid ? -1 : 1))
    .map((pool) => ({ poolid: pool.poolid, ...comment(pool) }))
}

function poolIn(access: Access, poolid: string): Pool {
  const pool = access.pools.find((each) => each.poolid === poolid)
  if (pool === undefined) throw died(`pool '${poolid}' does not exist`)
  return pool
}

/** A pool with its members; unlike the list, the genuine code lets everybody see it who knows its name. */
function read(call: PoolCall) {
  const pool = poolIn(call.sim.world.access, call.params.poolid)
  return { poolid: pool.poolid, ...comment(pool), members: [...guests(call, pool), ...storages(call, pool)] }
}

function guests({ sim, params: { type } }: PoolCall, pool: Pool) {
  const overview = overviewOf(sim.world)
  return [...pool.vms].sort().flatMap((vmid) => {
    const vm = sim.world.vms.find((each) => each.vmid === vmid)
    if (vm === undefined || (type !== undefined && type !== vm.kind)) return []
    const { tags: _, ...row } = guestRow(
      guestFacts(vm, { cpus: overview.cpus.get(vm.node) }),
      vm.config,
      guestUptime(vm, sim.clock.now()),
    )
    return [row]
  })
}

function storages({ sim, params: { type }, entry }: PoolCall, pool: Pool) {
  if (type !== undefined && type !== 'storage') return []
  const overview = overviewOf(sim.world)
  return [...pool.storages].sort().flatMap((name) => {
    const storage = sim.world.storages.find((each) => each.storage === name)
    if (storage === undefined) return []
    const nodes = nodesOf(storage)
    const node = nodes === undefined || nodes.includes(entry) ? entry : ([...nodes].sort()[0] ?? entry)
    return [storageRow(storageFacts(overview, storage)(node))]
  })
}

function create({ sim, params }: Call<{ poolid: string; comment?: string }>) {
  changeAccess(sim, 'create pool failed', (draft) => {
    const { poolid } = params
    if (draft.pools.some((pool) => pool.poolid === poolid)) throw died(`pool '${poolid}' already exists`)
    const [, parent, leaf = poolid] = /^(.*)\/([^/]+)$/.exec(poolid) ?? []
    if (parent !== undefined && !draft.pools.some((pool) => pool.poolid === parent)) {
      throw died(`parent '${parent}' of pool '${poolid}' does not exist`)
    }
    if (!/^[A-Za-z]/.test(leaf)) throw died('pool name must start with a letter')
    draft.pools.push({ poolid, vms: [], storages: [], ...(params.comment ? { comment: params.comment } : {}) })
  })
  return null
}

type UpdateCall = Call<{
  poolid: string
  comment?: string
  vms?: string
  storage?: string
  'allow-move'?: boolean
  delete?: boolean
}>

function update(call: UpdateCall) {
  const { sim, params } = call
  changeAccess(sim, 'update pools failed', (draft) => {
    const pool = poolIn(draft, params.poolid)
    if (params.comment !== undefined) pool.comment = params.comment
    for (const vmid of splitList(params.vms ?? '')) changeGuest(call, draft, pool, Number(vmid))
    for (const storage of splitList(params.storage ?? '')) changeStorage(call, pool, storage)
  })
  return null
}

function changeGuest({ sim, caller, params }: UpdateCall, draft: Access, pool: Pool, vmid: number): void {
  mayModify(sim.world, caller.id, `/vms/${vmid}`, false)
  const isMember = pool.vms.includes(vmid)
  if (params.delete) {
    if (!isMember) throw died(`VM ${vmid} is not a pool member`)
    pool.vms = pool.vms.filter((each) => each !== vmid)
    return
  }
  if (isMember) throw died(`VM ${vmid} is already a pool member`)
  const other = draft.pools.find((each) => each.vms.includes(vmid))
  if (other !== undefined) {
    if (!params['allow-move']) {
      throw died(`VM ${vmid} belongs already to pool '${other.poolid}' and 'allow-move' is not set`)
    }
    requireAll(sim.world, caller.id, `/pool/${other.poolid}`, ['Pool.Allocate'])
    other.vms = other.vms.filter((each) => each !== vmid)
  }
  pool.vms.push(vmid)
}

function changeStorage({ sim, caller, params }: UpdateCall, pool: Pool, storage: string): void {
  mayModify(sim.world, caller.id, `/storage/${storage}`, false)
  const isMember = pool.storages.includes(storage)
  if (params.delete) {
    if (!isMember) throw died(`Storage '${storage}' is not a pool member`)
    pool.storages = pool.storages.filter((each) => each !== storage)
    return
  }
  if (isMember) throw died(`Storage '${storage}' is already a pool member`)
  pool.storages.push(storage)
}

function remove({ sim, params }: Call<{ poolid: string }>) {
  const { world } = sim
  changeAccess(sim, 'delete pool failed', (draft) => {
    const { poolid } = params
    const pool = poolIn(draft, poolid)
    const child = draft.pools
      .map((each) => each.poolid)
      .filter((each) => each.startsWith(`${poolid}/`))
      .sort()[0]
    const content =
      (child && `pool '${child}'`) ??
      found(
        'VM ',
        world.vms.map((vm) => vm.vmid),
        pool.vms,
        '',
      ) ??
      found(
        'storage ',
        world.storages.map((each) => each.storage),
        pool.storages,
        "'",
      )
    if (content !== undefined) throw died(`pool '${poolid}' is not empty (contains ${content})`)
    draft.pools = draft.pools.filter((each) => each !== pool)
    draft.acl = draft.acl.filter((entry) => entry.path !== `/pool/${poolid}`)
  })
  return null
}

/** The first member that still exists. */
function found<T extends string | number>(
  what: string,
  existing: readonly T[],
  members: readonly T[],
  quote: string,
): string | undefined {
  const member = [...members].sort().find((each) => existing.includes(each))
  return member === undefined ? undefined : `${what}${quote}${member}${quote}`
}

/** Pools of guests and storages. */
export const poolHandlers: Handlers = {
  'GET /pools': (call) => {
    const { poolid, type } = call.params
    return poolid === undefined ? list(call) : [read({ ...call, params: { poolid, ...(type && { type }) } })]
  },
  'POST /pools': create,
  'PUT /pools': update,
  'DELETE /pools': remove,
  'GET /pools/{poolid}': read,
  'PUT /pools/{poolid}': update,
  'DELETE /pools/{poolid}': remove,
}
