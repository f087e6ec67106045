import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../shared-data.ts'

const document = readFileSync(path.join(root, 'docs/library.md'), 'utf8')
const program = /```ts\n([\s\S]*?)```/.exec(document)?.[1] ?? ''

/** A folder inside the repository, so that the program finds the package by its own name as a user's would. */
function workshop(): string {
  const folder = path.join(root, 'dist', `docs-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the program in the library guide is short, compiles, and does what the text says', () => {
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  const folder = workshop()
  const options = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: false, allowImportingTsExtensions: false, outDir: 'out', rootDir: '.', types: ['node'] },
    files: ['program.mts'],
    include: [],
  }
  writeFileSync(path.join(folder, 'program.mts'), program)
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(options))
  const compiled = run(folder, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
  expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' })
  const example = path.join(root, 'examples/homelab.yaml')
  const { status, stdout, stderr } = run(folder, [path.join(folder, 'out/program.mjs'), example])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.trimEnd().split('\n')).toHaveLength(6)
  expect(stdout).toMatch(/^homelab-cp-1 on pve2: /)
  expect(stdout).not.toContain('pve1')
  const missing = run(folder, [path.join(folder, 'out/program.mjs'), 'none.yaml'])
  expect(missing).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^none\.yaml: no such file\. /),
  })
  writeFileSync(path.join(folder, 'bad.yaml'), 'kind: Cluster\n')
  const bad = run(folder, [path.join(folder, 'out/program.mjs'), 'bad.yaml'])
  expect(bad).toMatchObject({ status: 3, stdout: '', stderr: expect.stringContaining('bad.yaml:1:1 error') })
})

function run(cwd: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  return { status, stdout, stderr }
}
