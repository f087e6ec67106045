import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { calls } from './calls.ts'
import { noop } from './noop.ts'
import { peer } from './peer/peer.ts'
import { placement } from './placement.ts'
import { plan } from './plan.ts'
import { planMemory } from './plan-memory.ts'
import { sim } from './sim.ts'
import { start } from './start.ts'
import { talosSim } from './talos-sim.ts'
import { up } from './up.ts'

/** What somebody wants measured, where a bench lets them choose. */
interface Choice {
  readonly nodes?: readonly number[]
  readonly settings?: readonly string[]
  /** Not in real time. */
  readonly fast?: boolean
}

/** A measurement: prints what it found, line by line. */
type Bench = (print: (line: string) => void, choice: Choice) => void | Promise<void>

const BENCHES: Readonly<Record<string, Bench>> = {
  placement,
  plan: (to) => plan(to, fileURLToPath(import.meta.url)),
  'plan-memory': planMemory,
  start,
  sim,
  'talos-sim': talosSim,
  up: (to, { nodes = [7, 100, 1000], fast = false }) => up(to, nodes, fast),
  calls: (to, { nodes = [6] }) => calls(to, nodes),
  noop: (to, { nodes = [100] }) => noop(to, nodes),
  peer: (to, { nodes = [6], settings = ['ordinary'] }) => peer(to, { nodes, settings }),
}

const print = (line: string) => {
  process.stdout.write(`${line}\n`)
}

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { nodes: { type: 'string' }, settings: { type: 'string' }, fast: { type: 'boolean' } },
})
const choice: Choice = {
  ...(values.nodes === undefined ? {} : { nodes: values.nodes.split(',').map(Number) }),
  ...(values.settings === undefined ? {} : { settings: values.settings.split(',') }),
  ...(values.fast === undefined ? {} : { fast: values.fast }),
}
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name))
if (names.length === 0 || unknown.length > 0) {
  for (const name of unknown) print(`there is no bench named ${name}`)
  print(`usage: npm run bench -- NAME… [--nodes N,…] [--settings fast,ordinary,slow] [--fast]`)
  print(`with NAME one of: ${Object.keys(BENCHES).join(', ')}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
} else {
  for (const name of names) {
    print(`# ${name}`)
    await BENCHES[name]?.(print, choice)
  }
}
