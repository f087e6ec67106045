import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { root } from '../shared-data.ts'
import { emptyFolder, files } from './run.ts'

const talmox = path.join(root, 'dist/cli/talmox.cjs')
if (!existsSync(talmox)) throw new Error('dist/ is missing: npm test builds it first')

/** Runs the built command as a process, with only the variables given. */
function start(args: readonly string[], { cwd = files, env = {} as Record<string, string> } = {}) {
  const { PATH = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [talmox, ...args], {
    cwd,
    env: { PATH, ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the built command', () => {
  test('prints the version of its package', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    expect(start(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
    expect(start(['--color', 'never', '-V'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('ends with 0 when all is well', () => {
    expect(start(['validate', '-f', 'homelab.yaml'])).toEqual({
      status: 0,
      stdout: 'homelab.yaml is valid: 6 machines on 3 hosts\n',
      stderr: '',
    })
  })

  test('ends with 1 when it fails or does not understand', () => {
    expect(start(['validate', '-f', 'none.yaml'])).toMatchObject({ status: 1 })
    expect(start(['vaildate'])).toMatchObject({ status: 1, stdout: '' })
  })

  test('ends with 3 when the file is wrong', () => {
    const cwd = emptyFolder()
    writeFileSync(path.join(cwd, 'cluster.yaml'), 'kind: Kluster\n')
    expect(start(['validate'], { cwd })).toMatchObject({ status: 3, stdout: '' })
  })

  test('takes a whole round: init, validate, show', () => {
    const cwd = emptyFolder()
    expect(start(['init', '--name', 'round', '--hosts', 'a,b,c'], { cwd })).toMatchObject({ status: 0, stderr: '' })
    expect(start(['validate'], { cwd })).toMatchObject({ status: 0, stdout: /valid: 6 machines on 3 hosts/ })
    expect(start(['show', 'round-cp-1', '--origin'], { cwd }).stdout).toContain('cluster.yaml:')
    expect(start(['schema'], { cwd }).stdout).toContain('"talmox cluster"')
    expect(start(['completion', 'bash'], { cwd }).stdout).toContain('complete -F _talmox talmox')
  })

  test.each([[['--help']], [['validate', '-f', 'homelab.yaml']]])('%s runs no module that only others need', (args) => {
    const list = path.join(emptyFolder(), 'list.cjs')
    writeFileSync(list, "process.on('exit', () => process.stderr.write(process.moduleLoadList.join(' ')))")
    const { status, stderr } = start(args, { env: { NODE_OPTIONS: `--require ${list}` } })
    expect(status).toBe(0)
    expect(stderr).toContain('NativeModule crypto')
    expect(stderr).not.toMatch(/NativeModule (?:https?|http2|tls|zlib)\b/)
  })

  test('reads its flags from the environment', () => {
    expect(start(['validate'], { env: { TALMOX_FILE: 'homelab.yaml' } })).toMatchObject({ status: 0 })
  })

  test('colours a pipe only when it is told to, and never with NO_COLOR', () => {
    const show = ['show', '-f', 'homelab.yaml']
    expect(start(show).stdout).not.toContain('\u001b[')
    expect(start(show, { env: { FORCE_COLOR: '1' } }).stdout).toContain('\u001b[')
    expect(start(show, { env: { NO_COLOR: '1' } }).stdout).not.toContain('\u001b[')
    expect(start([...show, '--color', 'never'], { env: { FORCE_COLOR: '1' } }).stdout).not.toContain('\u001b[')
  })

  test('keeps its compiled code on the first run and uses it on the second', () => {
    const cache = emptyFolder()
    const show = () => start(['show', '-f', 'homelab.yaml'], { env: { XDG_CACHE_HOME: cache } })
    const kept = () =>
      readdirSync(path.join(cache, 'talmox')).map((name) => {
        const { ino, mtimeMs, size } = statSync(path.join(cache, 'talmox', name))
        return { name, ino, mtimeMs, size }
      })
    const first = show()
    expect(first).toMatchObject({ status: 0, stderr: '' })
    const written = kept()
    expect(written).toEqual([expect.objectContaining({ name: expect.stringMatching(/\.code$/) })])
    expect(show()).toEqual(first)
    expect(kept()).toEqual(written)
  })

  test('ends quietly when its reader has seen enough', async () => {
    const child = spawn(process.execPath, [talmox, 'schema'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.stdout.destroy()
    const [code] = await once(child, 'close')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})
