import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from '../shared-data.ts'

const at = (file: string) => path.join(root, file)

/** Sweeps in processes of their own, so many at once; each is given its flags. False when one could not be carried out. */
export async function inProcesses(jobs: readonly (readonly string[])[], parallel: number): Promise<boolean> {
  const left = [...jobs]
  let isGood = true
  const worker = async () => {
    for (let flags = left.shift(); flags !== undefined; flags = left.shift()) {
      const keys = pathToFileURL(at('test/crash/ready-keys.mjs')).href
      const args = ['--import', keys, at('scripts/run.mjs'), 'test/crash/sweep.ts', ...flags]
      const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
      await once(child, 'close')
      if (child.exitCode !== 0) isGood = false
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return isGood
}
