// `node conformance/tools/build.mjs NAME…`: builds genuine programs into the cache; prints where each is.
import { rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { cache } from '../cache.mjs'
import { TOOLS } from './all.mjs'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !TOOLS.some((tool) => tool.name === name))
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`name some of ${TOOLS.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
// Gigabytes that the programs of one call share, that a call which was interrupted goes on with, and nobody else needs.
const goCache = path.join(cache, 'go-build', wanted.toSorted().join('+'))
process.env.GOCACHE ??= goCache
for (const tool of TOOLS.filter(({ name }) => wanted.includes(name))) {
  tool.build()
  console.log(tool.file)
}
rmSync(goCache, { recursive: true, force: true })
