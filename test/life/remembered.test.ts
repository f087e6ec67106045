import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Beginning, type Edit, openStage, type Stage } from './stage.ts'

async function stageFor(beginning: Omit<Beginning, 'example'> = {}): Promise<Stage> {
  const stage = await openStage({ example: 'single-node', ...beginning })
  onTestFinished(() => stage.close())
  return stage
}

const factsOf = ({ folder }: Stage) => path.join(folder, '.talmox', 'solo', 'cluster.json')
const remembered = (stage: Stage) => JSON.parse(readFileSync(factsOf(stage), 'utf8'))

test('where the run that began etcd did not see it healthy, the next one writes it down, once', async () => {
  const stage = await stageFor()
  expect((await stage.talmox('up', '--yes')).code).toBe(0)
  const { bootstrapped, ...facts } = remembered(stage)
  const { healthyAt, ...begun } = bootstrapped
  expect(healthyAt).toEqual(expect.any(String))
  writeFileSync(factsOf(stage), JSON.stringify({ ...facts, bootstrapped: begun }))
  const { code, stdout } = await stage.talmox('up', '--yes')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('remember the healthy etcd of solo') })
  expect(remembered(stage).bootstrapped).toEqual({ ...begun, healthyAt: expect.any(String) })
  expect((await stage.talmox('up', '--yes')).stdout).toMatch(/^solo: nothing to do\.\n/)
})

const byDhcp: Edit = (file) => file.setIn(['network'], file.createNode({ addressing: 'dhcp' }))

test('an address of the API that was learnt from a machine goes with it, also before etcd has begun', async () => {
  const stage = await stageFor({ edit: byDhcp })
  expect((await stage.talmox('up', '--yes')).code).toBe(0)
  const { bootstrapped: _, ...facts } = remembered(stage)
  expect(facts.endpoint).toMatch(/^https:\/\/\d+\./)
  writeFileSync(factsOf(stage), JSON.stringify(facts))
  expect((await stage.talmox('destroy', '--yes')).code).toBe(0)
  expect(remembered(stage)).toEqual({ ...facts, endpoint: '' })
  expect((await stage.talmox('destroy', '--yes')).stdout).toBe('solo: nothing to do.\n')
})

test('whoever only looks writes nothing down: an address of the API is remembered by a run that holds the lock', async () => {
  const stage = await stageFor({ edit: byDhcp })
  expect((await stage.talmox('up', '--yes')).code).toBe(0)
  const { endpoint, ...facts } = remembered(stage)
  const unknown = JSON.stringify({ ...facts, endpoint: '' })
  writeFileSync(factsOf(stage), unknown)
  const { stdout } = await stage.talmox('plan')
  expect(stdout).toContain('write talosconfig and kubeconfig of solo')
  await stage.talmox('status')
  expect(readFileSync(factsOf(stage), 'utf8')).toBe(unknown)
  expect((await stage.talmox('up', '--yes')).code).toBe(0)
  expect(remembered(stage)).toEqual({ ...facts, endpoint })
})
