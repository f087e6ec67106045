import process from 'node:process'
import v8 from 'node:v8'
import vm from 'node:vm'

/** The least processor time of several runs in milliseconds: what else the computer does is not in it. */
export function cpuTime(run: () => unknown, rounds: number): number {
  let least = Infinity
  for (let round = 0; round < rounds; round += 1) {
    // No run cleans up after another.
    collect()
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** Collects all garbage, which Node offers only behind a flag. */
export function collect(): void {
  v8.setFlagsFromString('--expose-gc')
  const gc: unknown = vm.runInNewContext('gc')
  if (typeof gc === 'function') gc()
}
