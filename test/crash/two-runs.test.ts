import { appendFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CliProcess } from './cli-process.ts'
import { wrongsOfHome, wrongsOfUp } from './end-state.ts'
import { openServedField, type ServedField } from './served-field.ts'

const up = ['up', '--yes']

/** Resolves once a process has said something. */
const says = ({ child, ended }: CliProcess, text: string) =>
  Promise.race([
    new Promise<void>((resolve) => {
      let heard = ''
      child.stdout?.on('data', (more: string) => {
        heard += more
        if (heard.includes(text)) resolve()
      })
    }),
    ended.then(({ stdout, stderr }) => {
      if (!stdout.includes(text)) throw new Error(`it never said ${text}:\n${stdout}${stderr}`)
    }),
  ])

/** Keeps answers back until they are released, so that a run is where it is however slow this computer is. */
function holdAnswer({ served: { running } }: ServedField, path: RegExp): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  running.sim.hooks.beforeAnswer.push((request) => (path.test(request.path) ? released : undefined))
  return release
}

describe('a run as others see it', () => {
  let field: ServedField
  beforeAll(async () => {
    field = await openServedField('single-node')
  })
  afterAll(() => field.close())

  test('Ctrl-C twice ends it at once', async () => {
    const release = holdAnswer(field, /\/download-url$/)
    const run = field.talmox(up)
    await says(run, ' …')
    run.child.kill('SIGINT')
    await new Promise((resolve) => run.child.stderr?.once('data', resolve))
    run.child.kill('SIGINT')
    expect((await run.ended).code).toBe(130)
    release()
    expect(existsSync(field.home.lock)).toBe(false)
  })

  test('Ctrl-C lets what runs come to its end, and a second run is kept out meanwhile', async () => {
    const release = holdAnswer(field, /\/status\/start$/)
    const first = field.talmox(up)
    await says(first, 'start solo')
    const second = await field.talmox(up).ended
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('has been running `talmox up`') })
    first.child.kill('SIGINT')
    await new Promise((resolve) => first.child.stderr?.once('data', resolve))
    release()
    const { code, stderr } = await first.ended
    expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining('stopped: run again to go on') })
    expect(existsSync(field.home.lock)).toBe(false)
  })

  test('the lock of another computer stands until it is broken, and a torn journal is no hindrance', async () => {
    const holder = { user: 'ann', computer: `not-${os.hostname()}`, pid: 1, command: 'up', since: '2026-01-01' }
    writeFileSync(field.home.lock, JSON.stringify(holder))
    appendFileSync(field.home.journal, '{"type":"star')
    expect(await field.talmox(up).ended).toMatchObject({ code: 1, stderr: expect.stringContaining('ann') })
    expect((await field.talmox([...up, '--break-lock']).ended).code).toBe(0)
    expect(wrongsOfUp(field.served.running.world, await field.desired())).toEqual([])
    expect(wrongsOfHome(field.home)).toEqual([])
  })

  test('another computer goes on with a copy of the home that has no journal', async () => {
    rmSync(field.home.journal)
    const { code, stdout } = await field.talmox(up).ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('nothing to do') })
  })

  test('without its secrets the cluster is left alone, and no others are made', async () => {
    const away = `${field.home.folder}-away`
    cpSync(field.home.folder, away, { recursive: true })
    rmSync(field.home.folder, { recursive: true })
    const { code, stderr } = await field.talmox(up).ended
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('its secrets are missing') })
    expect(existsSync(field.home.secrets)).toBe(false)
    rmSync(field.home.folder, { recursive: true, force: true })
    renameSync(away, field.home.folder)
    expect(readFileSync(field.home.secrets, 'utf8')).not.toBe('')
  })
})
