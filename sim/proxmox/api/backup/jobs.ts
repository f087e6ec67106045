import { randomUUID } from 'node:crypto'
import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { findMethod } from '../../../../src/proxmox/method.ts'
import { seconds } from '../../../world/clock.ts'
import { type Section, sectionAt } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import { type Caller, isRoot } from '../../auth/caller.ts'
import { requireAll } from '../../auth/rights.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { propertyParts } from '../../config/property-parts.ts'
import { badParameters, died, Failure, forbidden, printed } from '../../failure.ts'
import { nextEvent } from './next-event.ts'
import { checkSelection, keptSettings, requireRights, targetStorage } from './parameters.ts'
import { scheduleOf, type Timing } from './schedule.ts'

const PARTED = ['prune-backups', 'fleecing', 'performance'] as const

function shown(id: string, job: Section) {
  const parted = PARTED.flatMap((key) =>
    job[key] === undefined ? [] : [[key, propertyParts(key, String(job[key]))] as const],
  )
  return { ...job, ...Object.fromEntries(parted), id, type: 'vzdump' }
}

function list({ sim }: Call<object>) {
  return Object.entries(sim.world.backupJobs).map(([id, job]) => {
    const next = job.schedule === undefined ? undefined : nextEvent(String(job.schedule), seconds(sim.clock))
    return { ...shown(id, job), ...(next === undefined ? {} : { 'next-run': next }) }
  })
}

/** The job of a request, which it names. */
export function existingJob(world: World, id: string): Section {
  const job = sectionAt(world.backupJobs, id)
  if (job === undefined) throw badParameters({ id: `No such job '${id}'` })
  return job
}

function requirePool(world: World, caller: Caller, pool: unknown): void {
  if (typeof pool !== 'string' || pool === '') return
  if (!world.access.pools.some(({ poolid }) => poolid === pool)) throw forbidden(`pool '${pool}' does not exist`)
  requireAll(world, caller.id, `/pool/${pool}`, ['VM.Backup'])
}

/** What fails while the file of jobs is locked comes out as a plain failure. */
function whileLocked(change: () => void): null {
  try {
    change()
  } catch (error) {
    throw new Failure(500, printed(error))
  }
  return null
}

function create({ sim, caller, params }: Call<Timing & { id?: string; enabled?: boolean }>) {
  const { world } = sim
  const { id = randomUUID(), enabled = true, schedule: _s, starttime: _t, dow: _d, ...rest } = params
  const given: LooseParameters = rest
  requireRights(world, caller, given)
  const storage = targetStorage(given)
  if (!isRoot(caller) && storage !== undefined)
    requireAll(world, caller.id, `/storage/${storage}`, ['Datastore.Allocate'])
  requirePool(world, caller, given.pool)
  const schedule = scheduleOf(params, true)
  return whileLocked(() => {
    if (Object.hasOwn(world.backupJobs, id)) throw died(`Job '${id}' already exists`)
    checkSelection(given, true)
    world.backupJobs[id] = { ...keptSettings({ ...given, enabled }), schedule: schedule ?? '' }
  })
}

type Change = Timing & { id: string; delete?: string }

function update({ sim, caller, params }: Call<Change>) {
  const { world } = sim
  const { id, delete: removed, schedule: _s, starttime: _t, dow: _d, ...rest } = params
  const given: LooseParameters = rest
  const gone = splitList(removed ?? '')
  requireChangeRights(world, caller, given, gone)
  requirePool(world, caller, given.pool)
  const schedule = scheduleOf(params, false)
  return whileLocked(() => {
    const settings = { ...given, ...(schedule === undefined ? {} : { schedule }) }
    if (Object.keys(settings).length === 0 && gone.length === 0) throw died('no options specified')
    checkSelection(settings, false)
    const job = sectionAt(world.backupJobs, id)
    if (job === undefined) throw died('no such vzdump job')
    requireEditable(world, caller, job)
    const known = [...options(sim.release.tables), 'comment', 'repeat-missed']
    const unknown = gone.find((key) => !known.includes(key))
    if (unknown !== undefined) throw badParameters({ delete: `unknown option '${unknown}'` })
    const after = selected({ ...without(job, gone), ...keptSettings(settings) }, settings)
    checkSelection(after, true)
    world.backupJobs[id] = after
  })
}

function requireChangeRights(world: World, caller: Caller, given: LooseParameters, gone: readonly string[]): void {
  requireRights(world, caller, given)
  requireRights(world, caller, Object.fromEntries(gone.filter((key) => key !== 'fleecing').map((key) => [key, ''])))
  const storage = given.storage ?? (gone.includes('storage') ? 'local' : undefined)
  if (storage !== undefined) requireAll(world, caller.id, `/storage/${storage}`, ['Datastore.Allocate'])
}

function requireEditable(world: World, caller: Caller, job: Section): void {
  if (isRoot(caller)) return
  const storage = targetStorage(job)
  if (storage === undefined) throw died("only root@pam may edit jobs with a 'dumpdir' option.")
  requireAll(world, caller.id, `/storage/${storage}`, ['Datastore.Allocate'])
}

/** The names of a backup's own options: those that a single backup takes too. */
function options(release: '8' | '9'): readonly string[] {
  const single = findMethod(release, 'POST', '/nodes/{node}/vzdump')?.parameters.keys() ?? []
  return [...single].filter((key) => key !== 'job-id' && key !== 'stdout')
}

const without = (job: Section, keys: readonly string[]): Section =>
  Object.fromEntries(Object.entries(job).filter(([key]) => !keys.includes(key)))

/** One way of choosing guests replaces the others. */
function selected(job: Section, given: LooseParameters): Section {
  if (given.vmid !== undefined) return without(job, ['all', 'exclude', 'pool'])
  if (given.all) return without(job, ['vmid', 'pool'])
  return job.pool ? without(job, ['vmid', 'all', 'exclude']) : job
}

function remove({ sim, params }: Call<{ id: string }>) {
  return whileLocked(() => {
    existingJob(sim.world, params.id)
    delete sim.world.backupJobs[params.id]
  })
}

/** Backups that are made by schedule. */
export const backupJobHandlers: Handlers = {
  'GET /cluster/backup': list,
  'POST /cluster/backup': create,
  'GET /cluster/backup/{id}': ({ sim, params }) => shown(params.id, existingJob(sim.world, params.id)),
  'PUT /cluster/backup/{id}': update,
  'DELETE /cluster/backup/{id}': remove,
}
