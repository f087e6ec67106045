import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../shared-data.ts'
import { run } from './run.ts'

test('a plan is shown, drawn, kept, and refused once the file is another', async () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'talmox-plan-'))
  const file = path.join(cwd, 'cluster.yaml')
  try {
    cpSync(path.join(root, 'examples', 'homelab.yaml'), file)
    const world = ['--simulate', '--speed', '1000']
    const kept = await run(['plan', '--out', 'next.plan', '--detailed-exitcode', ...world], { cwd })
    expect({ code: kept.code, stderr: kept.stderr }).toEqual({ code: 2, stderr: '' })
    expect(kept.stdout).toContain('+ begin etcd of homelab')
    const saved = path.join(cwd, 'next.plan')
    expect(statSync(saved).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(saved, 'utf8'))).toMatchObject({
      format: 'talmox-plan/1',
      plan: { cluster: 'homelab' },
    })
    const drawn = await run(['plan', '--graph', 'svg', ...world], { cwd })
    expect(drawn.stdout).toMatch(/^<svg [\s\S]*<\/svg>\n$/)
    const json = await run(['plan', '--json', ...world], { cwd })
    expect(JSON.parse(json.stdout)).toEqual(JSON.parse(readFileSync(saved, 'utf8')).plan)
    appendFileSync(file, '\ndescription: another file\n')
    const stale = await run(['up', 'next.plan', ...world], { cwd })
    expect(stale.code).toBe(4)
    expect(stale.stderr).toContain('the plan no longer holds; changed since: the cluster file')
    const none = await run(['up', 'none.plan', ...world], { cwd })
    expect(none.stderr).toContain('the plan none.plan: no such file\nhint: write one with talmox plan --out FILE')
  } finally {
    rmSync(cwd, { recursive: true })
  }
})
