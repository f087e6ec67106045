import type { Clock } from '../../src/world/clock.ts'
import { emptyWorld, type World } from '../world/world.ts'
import { trackChanges } from './changes.ts'
import { appendToWorldFile, type Moment, readWorldFile, replaceWorldFile } from './file.ts'
import { lockWorldFile } from './lock.ts'
import { assemble } from './units.ts'

/** Keeps a world in a file. */
export interface Store {
  /** Says that something may have changed. */
  readonly touch: () => void
  /** Writes what has changed since the last time; cheap when nothing was touched. */
  readonly commit: () => void
  /** Writes everything and lets go of the file. */
  readonly close: () => void
}

/** A world that was kept, with the time at which it goes on; or none yet. */
export interface Kept {
  readonly world: World | undefined
  /** Simulated milliseconds since the epoch. */
  readonly now: number
  /** Keeps a world from now on. */
  readonly keep: (world: World, clock: Clock, speed: number) => Store
  /** Lets go of the file without having kept anything. */
  readonly release: () => void
}

/** How often the time is written while nothing else is. */
const HEARTBEAT = 1000
const SMALLEST_REWRITE = 4 * 1024 * 1024

/** Takes the file of a world; nobody else may have it meanwhile, and only the same `writer` may go on with it. */
export async function openStore(file: string, writer = ''): Promise<Kept> {
  const release = await lockWorldFile(file)
  try {
    const saved = readWorldFile(file, writer)
    const real = Date.now()
    return {
      world: saved && assemble(emptyWorld('9.2', ''), saved.units),
      now: saved === undefined ? real : timeAfter(saved.moment, real),
      keep: (world, clock, speed) => keepWorld({ file, writer, release }, world, clock, speed),
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * The time in a world that nobody simulated for a while: it passes as the real one does. For as long as the world may
 * still have gone on behind the last heartbeat it ran at its own speed, so that it never goes back.
 */
export function timeAfter({ simulated, real, speed }: Moment, now: number): number {
  const passed = Math.max(0, now - real)
  const running = Math.min(passed, 2 * HEARTBEAT)
  return simulated + running * Math.max(1, speed) + (passed - running)
}

/** A file that was taken, and by whom. */
interface Taken {
  readonly file: string
  readonly writer: string
  readonly release: () => void
}

function keepWorld({ file, writer, release }: Taken, world: World, clock: Clock, speed: number): Store {
  const momentNow = (): Moment => ({ simulated: clock.now(), real: Date.now(), speed })
  const nothing = { set: [], drop: [] }
  const tracker = trackChanges()
  let whole = replaceWorldFile(file, writer, momentNow(), tracker.look(world))
  let appended = 0
  let isTouched = false

  const write = () => {
    isTouched = false
    const changes = tracker.look(world)
    if (changes.set.length > 0 || changes.drop.length > 0) appended += appendToWorldFile(file, momentNow(), changes)
  }
  const heartbeat = setInterval(() => {
    write()
    appended += appendToWorldFile(file, momentNow(), nothing)
    if (appended <= Math.max(SMALLEST_REWRITE, 4 * whole)) return
    whole = replaceWorldFile(file, writer, momentNow(), trackChanges().look(world))
    appended = 0
  }, HEARTBEAT)
  heartbeat.unref()
  return {
    touch() {
      isTouched = true
    },
    commit() {
      if (isTouched) write()
    },
    close() {
      clearInterval(heartbeat)
      write()
      appendToWorldFile(file, momentNow(), nothing)
      release()
    },
  }
}
