import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from '../shared-data.ts'
import type { SweepJob } from './sweep-job.ts'

const at = (file: string) => path.join(root, file)

/** Runs keep little, and what they drop is dropped more cheaply from a larger nursery. */
const NURSERY = '--max-semi-space-size=64'

/**
 * Sweeps in so many processes, each of which is given one job after the other: code that has become quick stays so. False
 * when one could not be carried out.
 */
export async function inProcesses(jobs: readonly SweepJob[], parallel: number): Promise<boolean> {
  const left = [...jobs]
  const worker = async () => {
    let isGood = true
    while (left.length > 0) if (!(await oneProcess(() => left.shift()))) isGood = false
    return isGood
  }
  const ended = await Promise.all(Array.from({ length: parallel }, worker))
  return ended.every((isGood) => isGood)
}

/** Keeps a process at work until there is no job any more, or it dies of one. */
function oneProcess(next: () => SweepJob | undefined): Promise<boolean> {
  const keys = pathToFileURL(at('test/crash/ready-keys.mjs')).href
  const args = [NURSERY, '--import', keys, at('scripts/run.mjs'), 'test/crash/sweep-worker.ts']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.on('message', () => {
    const job = next()
    if (job === undefined) child.disconnect()
    else child.send(job)
  })
  // It has no streams of its own, so there is nothing else to wait for; vitest never tells that they are closed.
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}
