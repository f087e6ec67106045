import type { Job } from '../asking.ts'

/** Bytes that a copy moves in a simulated second. */
const RATE = 512 * 1024 ** 2
const STEPS = 4

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

function human(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toFixed(1)} ${UNITS[power]}`
}

/** Copies so many bytes: it takes its time and reports on the way. */
export async function transfer(job: Job, bytes: number): Promise<void> {
  const report = (done: number) =>
    job.log(`transferred ${human(done)} of ${human(bytes)} (${((100 * done) / (bytes || 1)).toFixed(2)}%)`)
  for (let step = 0; step < STEPS; step++) {
    report((bytes * step) / STEPS)
    await job.sleep((1000 * bytes) / RATE / STEPS)
  }
  report(bytes)
}
