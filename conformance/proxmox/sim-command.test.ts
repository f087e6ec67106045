import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startSimCommand } from './sim-command.ts'
import { NOTHING_TO_DO, prepareTofu } from './tofu.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-conformance-'))
const sim = await startSimCommand('examples/homelab.yaml')
afterAll(async () => {
  await sim.stop()
  rmSync(scratch, { recursive: true })
})
const { succeed, plan, apply, destroy } = await prepareTofu('one-machine', scratch, sim.exported)

test('what talmox sim tells people to export is all that OpenTofu needs to make a machine', async () => {
  await succeed('init')
  expect(await apply()).toBe('1 added, 0 changed, 0 destroyed')
  expect(await sim.summary()).toMatchObject({ machines: [{ name: 'first', node: 'pve1', status: 'running' }] })
  expect(await plan()).toMatchObject({ code: NOTHING_TO_DO, summary: 'No changes.' })
})

test('destroy leaves nothing, and the simulator ends when asked', async () => {
  expect(await destroy()).toBe('1 destroyed')
  expect(await sim.summary()).toMatchObject({ machines: [] })
  expect(await sim.stop()).toBe(0)
})
