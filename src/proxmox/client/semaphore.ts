/** Lets a bounded number of tasks run at once, the others in the order they came. */
export type Semaphore = <T>(task: () => Promise<T>) => Promise<T>

/** Makes a semaphore with so many places. */
export function createSemaphore(places: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = places
  const enter = async () => {
    if (free > 0) free -= 1
    // A place that is left is handed to the next one, so that nobody can slip in between.
    else await new Promise<void>((admit) => waiting.push(admit))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return async (task) => {
    await enter()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
