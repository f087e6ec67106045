import { expect, test } from 'vitest'
import type { KillPoint } from './cli-process.ts'
import { openServedField } from './served-field.ts'
import { sweepExample } from './sweep-example.ts'

/** Laid out and not written down, on the way to the machine, and half cleared away; the sweep tries every event. */
const points: readonly KillPoint[] = [
  { when: 'before', event: 'ended config.offer', nth: 1 },
  { when: 'after', event: 'started talos.configured', nth: 1 },
  { when: 'after', event: 'started config.withdraw', nth: 1 },
]

test.each(['create-by-cd', 'create-by-address'])(
  'a run that is killed leaves nothing of a config that was laid out, once the next has ended: %s',
  async (scene) => {
    const swept = await sweepExample('single-node', {
      open: openServedField,
      only: [scene],
      choose: () => points,
      parallel: 1,
      tell: () => {},
    })
    expect(swept).toEqual({ points: points.length, complaints: [] })
  },
)
