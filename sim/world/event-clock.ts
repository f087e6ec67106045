import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { type Heap, pop, push } from '../../src/placement/heap.ts'
import type { Clock } from './clock.ts'

interface Timer {
  readonly at: number
  /** Of timers of the same moment the first that was set rings first. */
  readonly order: number
  readonly run: () => void
  isOff: boolean
}

/** Work that other threads do for this process: files are read, written and closed beside the event loop. */
const BESIDE = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq'])
/** What the network inside of a process hands on in a few turns of the event loop is not over after the first. */
const QUIET_TURNS = 4
/** How soon it is looked again whether other threads are done. */
const STILL_MS = 1

/**
 * A clock on which nothing but waiting takes time, and no wait is late: it is the time of the last timer that rang, until
 * nothing is left to compute and nothing is being read or written; then it is the time of the next one. So what happens,
 * and when, is the same on every computer, however slow or busy. It goes at most `speed` times as fast as the event loop
 * is idle, for the sake of whoever waits for something that is not seen here. Of two that are at work in one process each
 * would wait for the other.
 */
export function eventClock(speed: number, start = lastMinute()): Clock {
  const timers: Heap<Timer> = { items: [], before: (a, b) => a.at < b.at || (a.at === b.at && a.order < b.order) }
  let now = start
  let rang = idle()
  let order = 0
  let works = 0
  let events = 0
  let isDriven = false

  const next = (): Timer | undefined => {
    while (timers.items[0]?.isOff) pop(timers)
    return timers.items[0]
  }
  const drive = (quiet: number) => {
    const timer = next()
    if (timer === undefined) {
      isDriven = false
      return
    }
    const early = (timer.at - now) / speed - (idle() - rang)
    if (early > 0) return void setTimeout(drive, Math.min(early, STILL_MS), 0)
    const state = works > 0 ? 'beside' : activity()
    const before = events
    events = performance.nodeTiming.uvMetricsInfo.events
    // What came in over a connection may have been answered at once.
    if (state === 'none' && events !== before) return void setImmediate(drive, 0)
    if (state === 'beside') return void setTimeout(drive, STILL_MS, 0)
    if (state === 'busy') return void setImmediate(drive, 0)
    if (quiet < QUIET_TURNS) return void setImmediate(drive, quiet + 1)
    pop(timers)
    now = timer.at
    rang = idle()
    // Also when it fails, which ends only what it was set for.
    setImmediate(drive, 0)
    timer.run()
  }
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + Math.max(0, milliseconds), order: order++, run, isOff: false }
      push(timers, timer)
      if (!isDriven) {
        isDriven = true
        setImmediate(drive, 0)
      }
      return () => {
        timer.isOff = true
      }
    },
    computing(work) {
      works++
      const end = () => void works--
      work.then(end, end)
    },
  }
}

const idle = (): number => performance.eventLoopUtilization().idle

/** Much in a world happens at full seconds, so that it matters where between two of them it begins. */
const lastMinute = (): number => Math.floor(Date.now() / 60_000) * 60_000

/** Whether somebody has something left to do in this turn of the event loop, or other threads have. */
function activity(): 'busy' | 'beside' | 'none' {
  const active = process.getActiveResourcesInfo()
  if (active.some((one) => BESIDE.has(one))) return 'beside'
  return active.includes('Immediate') ? 'busy' : 'none'
}
