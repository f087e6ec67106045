import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { begin } from '../../sim/begin.ts'
import { openControl } from '../../sim/control/control.ts'
import { startWorld } from '../../sim/start.ts'
import { exampleCluster } from '../examples.ts'
import { root } from '../shared-data.ts'
import { run } from './run.ts'

async function withCluster(body: (cwd: string) => Promise<void>): Promise<void> {
  const cwd = mkdtempSync(path.join(tmpdir(), 'talmox-simulate-'))
  try {
    cpSync(path.join(root, 'examples', 'homelab.yaml'), path.join(cwd, 'cluster.yaml'))
    await body(cwd)
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

test('doctor finds everything in a simulated world, which is kept for the next command', () =>
  withCluster(async (cwd) => {
    const first = await run(['doctor', '--simulate', '--speed', '1000', '--json'], { cwd })
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(first.stdout).ok).toBe(true)
    expect(existsSync(path.join(cwd, '.talmox', 'homelab', 'world.jsonl'))).toBe(true)
    expect(existsSync(path.join(cwd, '.talmox', 'homelab', 'world.jsonl.lock'))).toBe(false)
    const second = await run(['doctor', '--json', '--simulate'], { cwd, env: { TALMOX_SPEED: '1000' } })
    expect(second.code).toBe(0)
  }))

test('doctor enters the world of another process, by flag or variable', () =>
  withCluster(async (cwd) => {
    const world = begin({ cluster: await exampleCluster('homelab') }, Date.now())
    const running = startWorld({ world, speed: 1000 })
    const control = await openControl(running, 0)
    const healthy = await run(['doctor', '--json'], { cwd, env: { TALMOX_SIMULATE: control.url } })
    expect({ code: healthy.code, stderr: healthy.stderr }).toEqual({ code: 0, stderr: '' })
    world.storages = world.storages.filter(({ storage }) => storage !== 'tank')
    const sick = await run(['doctor', '--json', '--simulate', control.url], { cwd })
    expect(sick.code).toBe(4)
    expect(sick.stdout).toContain('tank')
    control.close()
    running.stop()
  }))

test('what is no simulator is refused', () =>
  withCluster(async (cwd) => {
    const refusal = async (url: string) => (await run(['doctor', '--simulate', url], { cwd })).stderr
    expect(await refusal('homelab')).toContain('homelab is not the address of a talmox sim')
    expect(await refusal('http://127.0.0.1:1')).toContain('no talmox sim answers at http://127.0.0.1:1')
  }))
