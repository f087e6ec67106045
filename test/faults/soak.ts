import process from 'node:process'
import { parseArgs } from 'node:util'
import { history } from './history.ts'

const { values } = parseArgs({
  options: { histories: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
const [first, count] = [Number(values.seed), Number(values.histories)]
const broke: Record<string, number> = {}
let failed = 0
for (let seed = first; seed < first + count; seed++) {
  const { rules, log, struck, wrongs } = await history(seed)
  for (const [kind, times] of Object.entries(struck)) broke[kind] = (broke[kind] ?? 0) + times
  if (count === 1) console.log([...rules.map((rule) => JSON.stringify(rule)), ...log].join('\n'))
  if (wrongs.length === 0) continue
  failed++
  console.log(`seed ${seed}: ${wrongs.join('\n  ')}`)
  console.log(`  ${rules.map((rule) => JSON.stringify(rule)).join('\n  ')}\n  ${log.join('\n  ')}`)
  console.log(`  again: npm run soak -- --histories 1 --seed ${seed}`)
}
console.log(
  `${count} histories from seed ${first} on: ${failed === 0 ? 'all converged' : `${failed} did not converge`}`,
)
process.exit(failed === 0 ? 0 : 1)
