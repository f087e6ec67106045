import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { fiftyMachines } from './fifty-machines.ts'
import type { Row } from './table.ts'

const rounds = 25

/** What start-up may cost at most, as a multiple of starting Node with nothing to do. */
const targets: Readonly<Record<string, number>> = { '--version': 1.25, 'validate, 50 machines': 2.5 }

/** Measures how long the built command takes from its start to its end, against an empty Node program. */
export async function start(print: (line: string) => void): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-bench-'))
  try {
    const file = path.join(folder, 'cluster.yaml')
    writeFileSync(file, fiftyMachines())
    const talmox = path.resolve('dist/cli/talmox.cjs')
    const programs = {
      'node -e 0': ['-e', '0'],
      '--version': [talmox, '--version'],
      '--help': [talmox, '--help'],
      'validate, 50 machines': [talmox, 'validate', '-f', file],
      'show, 50 machines': [talmox, 'show', '-f', file],
    }
    return report(measure(programs), print)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The programs take turns, so that what else the computer does hits all of them alike. */
function measure(programs: Readonly<Record<string, readonly string[]>>): Map<string, number[]> {
  const times = new Map(Object.keys(programs).map((name) => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, args] of Object.entries(programs)) {
      const begin = performance.now()
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      const time = performance.now() - begin
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
      // The first round fills the caches of the file system.
      if (round > 0) times.get(name)?.push(time)
    }
  }
  return times
}

function report(times: ReadonlyMap<string, readonly number[]>, print: (line: string) => void): readonly Row[] {
  const [base] = times.values()
  const least = (list: readonly number[]) => Math.min(...list)
  const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  const rows: Row[] = []
  print('program                      min    median   min ratio  median ratio  target')
  for (const [name, list] of times) {
    const ratio = (of: (list: readonly number[]) => number) => (of(list) / of(base ?? [])).toFixed(2)
    const target = targets[name] === undefined ? '' : `≤ ${targets[name]}`
    print(
      `${name.padEnd(22)} ${ms(least(list))} ${ms(median(list))}  ${ratio(least).padStart(10)}  ${ratio(median).padStart(12)}  ${target}`,
    )
    if (target !== '') rows.push({ what: `\`start\`, ${name}`, measured: `${ratio(median)} of an empty Node`, target })
  }
  return rows
}

const ms = (time: number): string => `${time.toFixed(1).padStart(6)} ms`
