import process from 'node:process'
import { placement } from './placement.ts'
import { sim } from './sim.ts'
import { start } from './start.ts'
import { talosSim } from './talos-sim.ts'

/** A measurement: prints what it found, line by line. */
type Bench = (print: (line: string) => void) => void | Promise<void>

const BENCHES: Readonly<Record<string, Bench>> = { placement, start, sim, 'talos-sim': talosSim }

const print = (line: string) => {
  process.stdout.write(`${line}\n`)
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name))
if (names.length === 0 || unknown.length > 0) {
  for (const name of unknown) print(`there is no bench named ${name}`)
  print(`usage: npm run bench -- NAME…   with NAME one of: ${Object.keys(BENCHES).join(', ')}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
} else {
  for (const name of names) {
    print(`# ${name}`)
    await BENCHES[name]?.(print)
  }
}
