import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { calls } from './calls.ts'
import { noop } from './noop.ts'
import { peer } from './peer/peer.ts'
import { SETTINGS } from './peer/settings.ts'
import { placement } from './placement.ts'
import { plan } from './plan.ts'
import { planMemory } from './plan-memory.ts'
import { sim } from './sim.ts'
import { start } from './start.ts'
import { type Row, tableOf } from './table.ts'
import { talosSim } from './talos-sim.ts'
import { up } from './up.ts'

/** What somebody wants measured, where a bench lets them choose. */
interface Choice {
  readonly nodes?: readonly number[]
  readonly settings?: readonly string[]
  /** Not in real time. */
  readonly fast?: boolean
  /** How many things OpenTofu works on at once, where not as by default. */
  readonly parallelism?: number
}

/** A measurement: prints what it found, line by line; what comes back is published. */
type Bench = (print: (line: string) => void, choice: Choice) => Found | Promise<Found>
// biome-ignore lint/suspicious/noConfusingVoidType: some benches only print.
type Found = readonly Row[] | void

const BENCHES: Readonly<Record<string, Bench>> = {
  placement,
  plan: (to) => plan(to, fileURLToPath(import.meta.url)),
  'plan-memory': planMemory,
  start,
  sim,
  'talos-sim': talosSim,
  up: (to, { nodes = [7, 100, 1000], fast = false }) => up(to, nodes, fast),
  calls: (to, { nodes = [6] }) => calls(to, nodes),
  noop: (to, { nodes = [100], fast = false }) => noop(to, nodes, fast),
  peer: (to, { nodes = [6], settings = ['ordinary'], parallelism }) => peer(to, { nodes, settings, parallelism }),
}

const everySetting = SETTINGS.map(({ name }) => name)

/** Several benches under one name: what takes minutes on any computer, and what takes an hour on one that is idle. */
const SETS: Readonly<Record<string, readonly (readonly [string, Choice])[]>> = {
  quick: [
    ['placement', {}],
    ['plan', {}],
    ['start', {}],
    ['sim', {}],
    ['talos-sim', {}],
    ['calls', {}],
    ['up', { nodes: [7, 100], fast: true }],
    ['noop', { fast: true }],
  ],
  long: [
    ['up', {}],
    ['noop', {}],
    ['peer', { nodes: [6, 100], settings: everySetting }],
  ],
}

const print = (line: string) => {
  process.stdout.write(`${line}\n`)
}

/** Runs one bench after the other; one that fails says so, and the next goes on. */
async function measure(chosen: readonly (readonly [string, Choice])[]): Promise<void> {
  const rows: Row[] = []
  for (const [name, choice] of chosen) {
    print(`# ${name}`)
    try {
      rows.push(...((await BENCHES[name]?.(print, choice)) ?? []))
    } catch (error) {
      print(`${name} failed: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
  if (rows.length > 0) for (const line of ['', ...tableOf(rows)]) print(line)
}

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string' },
    settings: { type: 'string' },
    fast: { type: 'boolean' },
    parallelism: { type: 'string' },
  },
})
const told: Choice = {
  ...(values.nodes === undefined ? {} : { nodes: values.nodes.split(',').map(Number) }),
  ...(values.settings === undefined ? {} : { settings: values.settings.split(',') }),
  ...(values.fast === undefined ? {} : { fast: values.fast }),
  ...(values.parallelism === undefined ? {} : { parallelism: Number(values.parallelism) }),
}
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name) && !Object.hasOwn(SETS, name))
if (names.length === 0 || unknown.length > 0) {
  for (const name of unknown) print(`there is no bench named ${name}`)
  print(`usage: npm run bench -- NAME… [--nodes N,…] [--settings ${everySetting.join()}] [--fast] [--parallelism N]`)
  print(`with NAME one of: ${[...Object.keys(SETS), ...Object.keys(BENCHES)].join(', ')}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
} else {
  await measure(
    names.flatMap((name) => SETS[name] ?? [[name, {}] as const]).map(([name, set]) => [name, { ...set, ...told }]),
  )
}
