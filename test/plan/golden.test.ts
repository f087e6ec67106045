import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Live } from '../../src/live/live.ts'
import { explain } from '../../src/plan/explain.ts'
import { plan } from '../../src/plan/plan.ts'
import type { Plan } from '../../src/plan/plan-type.ts'
import { root } from '../shared-data.ts'
import { type Case, cases } from './cases.ts'
import { after } from './model.ts'
import { clusterOf, healthy, resolvedFor } from './situations.ts'
import { nothingThere } from './world.ts'

const folder = path.join(root, 'test', 'golden', 'plan')

/** The plan of a case, as people see it and as programs do. */
async function planned({ is, was, file = was ?? {}, since, planner = plan }: Case): Promise<string> {
  const before = await clusterOf(was ?? file)
  const built = was === undefined ? nothingThere(before) : healthy(before)
  const live = known(since?.(built, before) ?? built, nothingThere(await clusterOf(file)))
  const desired = await resolvedFor(file, live)
  if (!('machines' in desired)) return [`# ${is}`, '', ...desired, ''].join('\n')
  return goldenText(is, planner(desired, live))
}

/** A world made from another file, with the images of this one. */
const known = (live: Live, { schematics }: Live): Live => ({
  ...live,
  schematics: { ...live.schematics, ...schematics },
})

function goldenText(is: string, made: Plan): string {
  const steps = made.actions.map(({ id, needs, limits }) =>
    [
      id,
      ...needs.map((need) => `  after ${need}`),
      ...(limits.length === 0 ? [] : [`  within ${limits.join(', ')}`]),
    ].join('\n'),
  )
  return [`# ${is}`, '', explain(made), ...(steps.length === 0 ? [] : ['# order', '', ...steps, ''])].join('\n')
}

describe('the plan where', () => {
  test.each(Object.entries(cases))('%s', async (name, one) => {
    await expect(await planned(one)).toMatchFileSnapshot(path.join(folder, `${name}.txt`))
  })
})

test('every prefix of a create is continued where it stopped', async () => {
  const desired = await clusterOf({ ha: false, controlPlane: { count: 1 }, workers: { general: { count: 1 } } })
  const { actions } = plan(desired, nothingThere(desired))
  let live = nothingThere(desired)
  const texts: string[] = []
  for (const action of actions) {
    live = after(desired, live, action)
    const next = plan(desired, live)
    expect(next.findings).toEqual([])
    texts.push([`# after ${action.id}`, '', explain(next)].join('\n'))
  }
  await expect(texts.join('\n')).toMatchFileSnapshot(path.join(folder, 'prefixes-of-a-create.txt'))
})
