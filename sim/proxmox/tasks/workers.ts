import { type Clock, seconds, wait } from '../../world/clock.ts'
import type { Task } from '../../world/task.ts'
import type { World } from '../../world/world.ts'
import { died, Failure, printed } from '../failure.ts'
import { runAs, type WorkerProcess } from './process.ts'
import { writeUpid } from './upid.ts'

/** What a worker can do while it runs. */
export interface Worker {
  readonly upid: string
  /** Adds lines to its log. */
  readonly log: (text: string) => void
  /** Adds a warning: the task then ends with the number of warnings instead of OK. */
  readonly warn: (text: string) => void
  /** Lets simulated time pass; fails when the task is stopped meanwhile. */
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Says when the task is to stop. */
  readonly signal: AbortSignal
}

/** What a task is, and who asked for it. */
export interface TaskWish {
  readonly node: string
  readonly type: string
  readonly id: string
  readonly user: string
}

/** The worker processes of the datacenter. */
export interface Workers {
  /** Starts a worker and tells its identifier at once. */
  readonly start: (wish: TaskWish, run: (worker: Worker) => Promise<void> | void) => string
  /** Interrupts a worker; nothing happens when it has ended. */
  readonly stop: (upid: string) => void
  /** Takes the process away: it does nothing more, cleans nothing up, and leaves only what it had done. */
  readonly kill: (upid: string) => void
  /** Lets a worker die half way through the first thing it waits for. */
  readonly doom: (upid: string) => void
  readonly isRunning: (upid: string) => boolean
  /** Whether anything runs at all. */
  readonly areBusy: () => boolean
  /** Waits for the end of a worker. */
  readonly ended: (upid: string) => Promise<void>
}

interface Running {
  readonly task: Task
  readonly interrupt: AbortController
  readonly process: WorkerProcess
  readonly end: Promise<void>
  readonly gone: () => void
  /** Set from the moment on which it is to die. */
  doomed: boolean
}

/** Makes the workers of a datacenter; tasks that its past left running have died with it. */
export function createWorkers(world: World, clock: Clock): Workers {
  const running = new Map<string, Running>()
  for (const task of world.tasks) if (task.endtime === undefined) finish(task, 'unexpected status', clock)
  const forget = ({ task, gone }: Running, status: string) => {
    finish(task, status, clock)
    running.delete(task.upid)
    note(world, clock, task, `end task ${task.upid} ${status}`)
    gone()
  }
  const kill = (worker: Running | undefined) => {
    if (worker === undefined) return
    worker.process.gone = true
    for (const letGo of worker.process.held) letGo()
    forget(worker, 'unexpected status')
  }
  return {
    start(wish, run) {
      const task = recordTask(world, clock, wish)
      const worker = createRunning(task)
      running.set(task.upid, worker)
      note(world, clock, task, `starting task ${task.upid}`)
      void runAs(worker.process, () => work(worker, run, clock, () => kill(worker))).then((status) => {
        if (!worker.process.gone) forget(worker, status)
      })
      return task.upid
    },
    stop: (upid) => running.get(upid)?.interrupt.abort(died('received interrupt')),
    kill: (upid) => kill(running.get(upid)),
    doom(upid) {
      const worker = running.get(upid)
      if (worker !== undefined) worker.doomed = true
    },
    isRunning: (upid) => running.has(upid),
    areBusy: () => running.size > 0,
    ended: async (upid) => running.get(upid)?.end,
  }
}

function createRunning(task: Task): Running {
  let gone = () => {}
  const end = new Promise<void>((resolve) => {
    gone = resolve
  })
  const process = { held: new Set<() => void>(), gone: false }
  return { task, interrupt: new AbortController(), process, end, gone, doomed: false }
}

function recordTask(world: World, clock: Clock, wish: TaskWish): Task {
  world.lastPid = (world.lastPid % 4_000_000) + 7
  const booted = world.hosts.find((host) => host.name === wish.node)?.bootedAt ?? clock.now()
  const parts = {
    ...wish,
    pid: world.lastPid,
    pstart: Math.floor((clock.now() - booted) / 10),
    starttime: seconds(clock),
  }
  const task: Task = { ...parts, upid: writeUpid(parts), log: [] }
  world.tasks.push(task)
  return task
}

async function work(
  running: Running,
  run: (worker: Worker) => Promise<void> | void,
  clock: Clock,
  die: () => void,
): Promise<string> {
  const { task } = running
  const { signal } = running.interrupt
  let warnings = 0
  const log = (text: string) => task.log.push(...text.replace(/\n$/, '').split('\n'))
  const worker: Worker = {
    upid: task.upid,
    log,
    warn(text) {
      warnings++
      log(`WARN: ${text}`)
    },
    async sleep(milliseconds) {
      await wait(clock, running.doomed ? milliseconds / 2 : milliseconds, signal)
      if (running.doomed) die()
      // Who is dead neither goes on nor cleans up.
      if (running.process.gone) await new Promise<never>(() => {})
    },
    signal,
  }
  try {
    // A worker begins in a process of its own, so never before its starter has answered.
    await wait(clock, 1, signal)
    await run(worker)
    return warnings > 0 ? `WARNINGS: ${warnings}` : 'OK'
  } catch (error) {
    // The genuine worker shows its own mistakes in the same place as refusals; a stack goes to the log.
    if (!(error instanceof Failure)) log(error instanceof Error ? (error.stack ?? error.message) : String(error))
    const text = error instanceof Failure ? printed(error) : String(error)
    return text.replace(/\n$/, '').replaceAll('\n', ' ')
  }
}

function finish(task: Task, status: string, clock: Clock): void {
  task.endtime = seconds(clock)
  task.status = status
}

function note(world: World, clock: Clock, task: Task, msg: string): void {
  const { node, pid, user } = task
  const uid = (world.log.at(-1)?.uid ?? 0) + 1
  world.log.push({ uid, time: seconds(clock), node, pid, tag: 'pvedaemon', pri: 6, user, msg })
}
