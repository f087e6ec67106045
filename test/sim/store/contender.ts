import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { lockWorldFile } from '../../../sim/store/lock.ts'

// Each is slow in its own way between its look and the removal, where an unguarded takeover would go wrong.
const { rm } = fs
const slowness = Number(process.argv[2] ?? '0')
fs.rm = async (...args) => {
  await setTimeout(slowness)
  await rm(...args)
}
syncBuiltinESMExports()

/** Takes the lock of a world whenever a line names one, says how that went, and lets go at the next line. */
let release = () => {}
for await (const file of createInterface({ input: process.stdin })) {
  release()
  release = () => {}
  if (file === '') {
    process.stdout.write('free\n')
    continue
  }
  const taken = await lockWorldFile(file).catch(() => undefined)
  if (taken !== undefined) release = taken
  process.stdout.write(taken === undefined ? 'refused\n' : 'held\n')
}
