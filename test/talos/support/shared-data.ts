import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** Path of a file of the reference data beside the repository; says loudly when it is not there. */
export function sharedData(name: string): string | undefined {
  const file = path.join(import.meta.dirname, '../../../../shared/data/talos', name)
  if (existsSync(file)) return file
  process.stderr.write(`SKIPPED: reference data ${name} is not beside the repository\n`)
  return undefined
}
