import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Task } from '../../../world/task.ts'
import type { Caller } from '../../auth/caller.ts'
import { has, requireAll } from '../../auth/rights.ts'
import { type Call, type Handlers, RawAnswer } from '../../call.ts'
import { badParameters, died } from '../../failure.ts'
import { logLines, outcomeOf } from '../../tasks/task-log.ts'
import { readUpid, type Upid } from '../../tasks/upid.ts'

/** A token sees what it started itself; a user sees that of all its tokens too. */
function isOwn(caller: Caller, startedBy: string): boolean {
  return caller.id === startedBy || caller.id === startedBy.split('!')[0]
}

function shown({ upid, node, pid, pstart, starttime, type, id, user: full }: Upid & { readonly upid: string }) {
  const [user, tokenid] = full.split('!')
  return { upid, node, pid, pstart, starttime, type, id, user, ...(tokenid === undefined ? {} : { tokenid }) }
}

type ListCall = Call<{
  start?: number
  limit?: number
  userfilter?: string
  typefilter?: string
  vmid?: number
  errors?: boolean
  source?: 'archive' | 'active' | 'all'
  since?: number
  until?: number
  statusfilter?: string
}>

function list(call: ListCall) {
  const { sim, caller, node, params } = call
  const { start = 0, limit = 50, source = 'archive' } = params
  const isAuditor = has(sim.world, caller.id, `/nodes/${node}`, ['Sys.Audit'])
  const here = sim.world.tasks.filter((task) => task.node === node).reverse()
  const active = here.filter((task) => task.endtime === undefined)
  const archived = here.filter((task) => task.endtime !== undefined)
  const found = [...(source === 'archive' ? [] : active), ...(source === 'active' ? [] : archived)]
    .filter((task) => isAuditor || isOwn(caller, task.user))
    .filter((task) => fits(call, task))
  call.beside.total = found.length
  return found.slice(start, start + limit).map(listed)
}

/** Those that run come from another file, which names whoever started them in one word. */
function listed(task: Task) {
  const { endtime, status, user } = task
  if (endtime !== undefined) return { ...shown(task), endtime, status }
  const { tokenid: _, ...rest } = shown(task)
  return { ...rest, user, saved: '0', status: 'RUNNING' }
}

function fits({ params }: ListCall, task: Task): boolean {
  const { userfilter = '', typefilter, vmid, since, until } = params
  const user = task.user.split('!')[0] ?? ''
  return (
    user.toLowerCase().includes(userfilter.toLowerCase()) &&
    (typefilter === undefined || task.type === typefilter) &&
    (vmid === undefined || task.id === String(vmid)) &&
    (since === undefined || task.starttime >= since) &&
    (until === undefined || task.starttime <= until) &&
    wantedOutcomes(params).includes(outcomeOf(task.status))
  )
}

function wantedOutcomes({ errors, statusfilter }: ListCall['params']): readonly string[] {
  if (errors) return ['warning', 'error', 'unknown']
  return statusfilter === undefined
    ? ['ok', 'warning', 'error', 'unknown']
    : splitList(statusfilter).map((each) => each.toLowerCase())
}

type TaskCall = Call<{ upid: string }>

function decoded({ params }: TaskCall): Upid {
  const parts = readUpid(params.upid)
  if (parts === undefined) throw badParameters({ upid: 'unable to parse worker upid' })
  return parts
}

/** The task of a request; only the node that ran it has it. */
function taskOf({ sim, node, params }: TaskCall): Task | undefined {
  return sim.world.tasks.find((task) => task.upid === params.upid && task.node === node)
}

function existingTask(call: TaskCall): Task {
  decoded(call)
  const task = taskOf(call)
  if (task === undefined) throw badParameters({ upid: 'no such task' })
  return task
}

function requireRight({ sim, caller, node }: TaskCall, startedBy: string, priv: string): void {
  if (!isOwn(caller, startedBy)) requireAll(sim.world, caller.id, `/nodes/${node}`, [priv])
}

function status(call: TaskCall) {
  const task = existingTask(call)
  requireRight(call, task.user, 'Sys.Audit')
  const end = task.endtime === undefined ? { status: 'running' } : { status: 'stopped', exitstatus: task.status }
  return { ...shown(task), ...end }
}

function stop(call: TaskCall) {
  const task = existingTask(call)
  requireRight(call, task.user, 'Sys.Modify')
  call.sim.workers.stop(task.upid)
  return null
}

function log(call: Call<{ upid: string; start?: number; limit?: number; download?: boolean }>) {
  const { params } = call
  requireRight(call, decoded(call).user, 'Sys.Audit')
  const task = taskOf(call)
  if (params.download) return downloaded(call, task)
  const lines = task === undefined ? ['unable to open file - No such file or directory'] : logLines(task)
  const all = lines.length === 0 ? ['no content'] : lines
  const { start = 0, limit = 50 } = params
  call.beside.total = all.length
  const end = limit === 0 ? all.length : start + limit
  return all.map((t, at) => ({ n: at + 1, t })).slice(start, end)
}

function downloaded({ params }: Call<{ upid: string; start?: number; limit?: number }>, task: Task | undefined) {
  if (params.start !== undefined || params.limit !== undefined) {
    throw died("'download' cannot be used together with 'start' or 'limit' parameters")
  }
  if (task === undefined) throw died(`Could not open file '${params.upid}' - No such file or directory`)
  return new RawAnswer(
    'text/plain',
    logLines(task)
      .map((line) => `${line}\n`)
      .join(''),
  )
}

/** Tasks of a node. */
export const taskHandlers: Handlers = {
  'GET /nodes/{node}/tasks': list,
  'DELETE /nodes/{node}/tasks/{upid}': stop,
  'GET /nodes/{node}/tasks/{upid}/status': status,
  'GET /nodes/{node}/tasks/{upid}/log': log,
}
