import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { isRoot } from '../../auth/caller.ts'
import { requireAll } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters } from '../../failure.ts'
import { type BackupWish, backUp } from './backup.ts'

type VzdumpCall = Call<
  BackupWish & {
    readonly stop?: boolean
    readonly stdout?: boolean
    readonly dumpdir?: string
    readonly tmpdir?: string
    readonly script?: string
    readonly bwlimit?: number
    readonly ionice?: number
    readonly performance?: string
  }
>

const NOTE_VARIABLES = ['cluster', 'guestname', 'node', 'vmid']

function vzdump(call: VzdumpCall): string {
  const { sim, caller, node, params } = call
  checkRights(call)
  checkParameters(params)
  if (params.stop) return 'OK'
  const listed = splitList(params.vmid ?? '')
  const id = listed.length === 1 ? (listed[0] ?? '') : ''
  return sim.workers.start({ node, type: 'vzdump', id, user: caller.id }, (worker) => backUp(call, worker))
}

function checkRights({ sim, caller, params }: VzdumpCall): void {
  for (const key of ['tmpdir', 'dumpdir', 'script'] as const) {
    if (params[key] !== undefined && !isRoot(caller)) {
      throw badParameters({ [key]: 'Only root may set this option.' })
    }
  }
  if (params.stdout) throw badParameters({ stdout: 'option is only allowed on the command line interface.' })
  const { world } = sim
  const isTuned = params.bwlimit !== undefined || params.ionice !== undefined || params.performance !== undefined
  if (isTuned) requireAll(world, caller.id, '/', ['Sys.Modify'])
  if (params.storage !== undefined) {
    requireAll(world, caller.id, `/storage/${params.storage}`, ['Datastore.AllocateSpace'])
  }
  if (params.pool !== undefined) requireAll(world, caller.id, `/pool/${params.pool}`, ['Pool.Audit'])
}

function checkParameters(params: VzdumpCall['params']): void {
  for (const key of ['all', 'exclude', 'pool'] as const) {
    if (params[key] && params.vmid !== undefined) {
      throw badParameters({ [key]: "option conflicts with option 'vmid'" })
    }
  }
  const hasTarget = params.vmid ?? params.all ?? params.stop ?? params.pool ?? params.exclude
  if (hasTarget === undefined) throw badParameters({ vmid: 'property is missing' })
  for (const found of (params['notes-template'] ?? '').matchAll(/\{\{([^}]*)\}\}/g)) {
    const name = found[1]?.trim() ?? ''
    if (NOTE_VARIABLES.includes(name)) continue
    const at = found.index + '{{'.length + name.length - 1
    throw badParameters({ 'notes-template': `found unknown: variable '${name}' at char ${at}\n` })
  }
}

/** Backing machines up. */
export const vzdumpHandlers: Handlers = { 'POST /nodes/{node}/vzdump': vzdump }
