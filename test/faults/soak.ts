import process from 'node:process'
import { parseArgs } from 'node:util'
import { again, history } from './history.ts'
import { prepare } from './prepare.ts'
import { type StoryName, stories } from './stories.ts'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    /** One story alone; all of them in turn unless told. */
    story: { type: 'string' },
  },
})
const [first, count] = [Number(values.seed), Number(values.histories)]
const names = Object.keys(stories).filter(isStory)
const wanted = names.filter((name) => values.story === undefined || name === values.story)
if (wanted.length === 0) throw new Error(`there is no story ${values.story}, but ${names.join(', ')}`)

const broke: Record<string, number> = {}
let [told, failed] = [0, 0]
for (const [at, name] of wanted.entries()) {
  const prepared = await prepare(name)
  // Each story has its share.
  const share = Math.floor((count * (at + 1)) / wanted.length) - Math.floor((count * at) / wanted.length)
  for (let seed = first; seed < first + share; seed++) {
    const { rules, log, struck, wrongs } = await history(seed, prepared)
    told++
    for (const [kind, times] of Object.entries(struck)) broke[kind] = (broke[kind] ?? 0) + times
    const seen = [...rules.map((rule) => JSON.stringify(rule)), ...log]
    if (count === 1) console.log(seen.join('\n'))
    if (wrongs.length === 0) continue
    failed++
    console.log([`${name}, seed ${seed}:`, ...wrongs, ...seen, `again: ${again(prepared, seed)}`].join('\n  '))
  }
  prepared.close()
}
const times = Object.entries(broke).map(([kind, count]) => `${kind} ${count}`)
console.log(`what broke, and how often: ${times.join(', ')}`)
console.log(`${told} histories told, ${failed === 0 ? 'all converged' : `${failed} did not converge`}`)
process.exit(failed === 0 ? 0 : 1)

function isStory(name: string): name is StoryName {
  return name in stories
}
