import { expect, test } from 'vitest'
import { makeAction } from '../../src/plan/make-action.ts'
import { performWith } from '../../src/run/perform.ts'
import { toolsWith } from '../actions/tools.ts'
import { resolved, smallCluster } from '../resolve/resolved.ts'

const tell = { progress: () => undefined, again: () => undefined, signal: new AbortController().signal }

test('a wait is done when it is over, also at the first look', async () => {
  const tools = toolsWith({
    desired: await resolved(smallCluster),
    kubernetes: { nodes: async () => [], silentAt: async () => [] },
  })
  const wait = makeAction('kubernetes.api', 'c', {}, { effect: 'wait', reason: 'a test wants it' })
  expect(await performWith(tools)(wait, tell)).toBe('done')
})

test('what is there already is left out', async () => {
  const desired = await resolved(smallCluster)
  const { home, ...rest } = toolsWith({ desired })
  const make = makeAction('secrets.create', 'c', {}, { effect: 'create', reason: 'a test wants it' })
  expect(await performWith({ ...rest, home: { ...home, hasSecrets: async () => true } })(make, tell)).toBe('skipped')
})
