import { expect, test } from 'vitest'
import { explain } from '../../src/plan/explain.ts'
import { plan } from '../../src/plan/plan.ts'
import { clusterOf } from './situations.ts'
import { nothingThere } from './world.ts'

const desired = await clusterOf({})
const homelab = plan(desired, nothingThere(desired))
const words = (text: string) => text.split(/\s+/)

test('on a terminal a plan is broken between words, and says the same', () => {
  const narrow = explain(homelab, undefined, 60)
  expect(words(narrow)).toEqual(words(explain(homelab)))
  const wide = narrow.split('\n').filter((line) => line.length > 60)
  expect(wide.filter((line) => line.trim().includes(' '))).toEqual([])
  expect(narrow).toContain(
    '\n. wait for the config to be in force on homelab-cp-1 (it\n    starts its services with the config)\n',
  )
})

test('what is emphasised stays so where its line is broken', () => {
  const marked = explain(homelab, (what, text) => `<${what}>${text}</${what}>`, 60)
  expect(marked).toContain(
    '<create>+ begin etcd of homelab</create><quiet> (etcd has begun nowhere;</quiet>\n<quiet>    homelab-cp-1 begins it, once and for all)</quiet>\n',
  )
})
