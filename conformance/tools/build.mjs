// `node conformance/tools/build.mjs NAME…`: builds genuine programs into the cache; prints where each is.
import { rmSync } from 'node:fs'
import process from 'node:process'
import { TOOLS } from './all.mjs'
import { goCache } from './go-program.mjs'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !TOOLS.some((tool) => tool.name === name))
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`name some of ${TOOLS.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
for (const tool of TOOLS.filter(({ name }) => wanted.includes(name))) {
  tool.build()
  console.log(tool.file)
}
// Gigabytes that only a next build could use, and there is none when everything is there.
if (process.env.GOCACHE === undefined && TOOLS.every((tool) => tool.isBuilt())) {
  rmSync(goCache, { recursive: true, force: true })
}
