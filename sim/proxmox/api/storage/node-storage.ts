import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Storage } from '../../../world/storage.ts'
import { hasAny } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters } from '../../failure.ts'
import { contentsOf, isEnabled, isShared, nodesOf, pathOf } from './definition.ts'
import { usageOf } from './usage.ts'

const READERS = ['Datastore.Audit', 'Datastore.AllocateSpace']

function statusOf({ sim, node }: Pick<Call, 'sim' | 'node'>, storage: Storage) {
  const enabled = isEnabled(storage, node)
  const usage = enabled ? usageOf(sim.world, storage, node) : { total: 0, used: 0, avail: 0 }
  return {
    type: storage.type,
    content: contentsOf(storage).join(','),
    shared: isShared(storage) ? 1 : 0,
    enabled: enabled ? 1 : 0,
    active: enabled ? 1 : 0,
    ...usage,
  }
}

type ListCall = Call<{ storage?: string; content?: string; enabled?: boolean; target?: string; format?: boolean }>

function list(call: ListCall) {
  const { sim, caller, node, params } = call
  const { content, target = node } = params
  const wanted = content === undefined ? undefined : splitList(content)
  const listed = sim.world.storages.filter(
    (each) => wanted === undefined || (isEnabled(each, node) && wanted.some((one) => contentsOf(each).includes(one))),
  )
  if (params.storage !== undefined && !listed.some((each) => each.storage === params.storage)) {
    throw badParameters({ storage: 'No such storage.' })
  }
  return listed
    .filter((each) => hasAny(sim.world, caller.id, `/storage/${each.storage}`, READERS))
    .filter((each) => params.storage === undefined || each.storage === params.storage)
    .filter((each) => !(params.enabled && Number(each.options.disable ?? 0) === 1))
    .filter((each) => target === node || target === 'localhost' || isReachedFrom(each, node, target))
    .map((each) => row(call, each))
}

function isReachedFrom(storage: Storage, node: string, target: string): boolean {
  const nodes = nodesOf(storage)
  return isShared(storage) && (nodes === undefined || (nodes.includes(node) && nodes.includes(target)))
}

function row(call: ListCall, storage: Storage) {
  const status = statusOf(call, storage)
  return {
    storage: storage.storage,
    ...status,
    ...(status.total > 0 ? { used_fraction: status.used / status.total } : {}),
    ...(call.params.format && status.enabled === 1 ? formatsOf(storage) : {}),
  }
}

const BLOCK_FORMATS: Readonly<Record<string, readonly string[]>> = { zfspool: ['raw', 'subvol'] }

/** The image formats of a storage, in the old and the new form. */
function formatsOf(storage: Storage) {
  const isFiles = pathOf(storage) !== undefined
  const supported = isFiles ? ['qcow2', 'raw', 'subvol', 'vmdk'] : (BLOCK_FORMATS[storage.type] ?? ['raw'])
  const preferred = String(storage.options.format ?? 'raw')
  return {
    format: [Object.fromEntries(supported.map((each) => [each, 1])), preferred],
    formats: { supported, default: preferred },
  }
}

function read(call: Call<{ storage: string }>) {
  const storage = call.sim.world.storages.find((each) => each.storage === call.params.storage)
  if (storage === undefined) throw badParameters({ storage: 'No such storage.' })
  return statusOf(call, storage)
}

/** Storages as a node sees them. */
export const nodeStorageHandlers: Handlers = {
  'GET /nodes/{node}/storage': list,
  'GET /nodes/{node}/storage/{storage}/status': read,
}
