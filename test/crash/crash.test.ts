import { expect, test } from 'vitest'
import type { JournalPoint } from './cli-process.ts'
import { crash, undisturbed } from './crash.ts'

/** One for each thing that must not be done twice; `npm run crash-sweep` tries every line. */
const points: readonly JournalPoint[] = [
  { when: 'after', line: 3 },
  { when: 'within', line: 7 },
  { when: 'before', line: 14 },
  { when: 'after', line: 16 },
]

test('a run that is killed is finished by the next, to the same end', async () => {
  const reference = await undisturbed('single-node')
  for (const point of points) {
    expect(await crash('single-node', point, reference)).toEqual({ point, wrongs: [] })
  }
})
