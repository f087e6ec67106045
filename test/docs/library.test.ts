import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { embedWorld } from '../../sim/embed.ts'
import { exampleCluster } from '../examples.ts'
import { root } from '../shared-data.ts'

const document = readFileSync(path.join(root, 'docs/library.md'), 'utf8')
const [program = '', maker = ''] = [...document.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) => text)

/** A folder inside the repository, so that the program finds the package by its own name as a user's would. */
function workshop(name: string): string {
  const folder = path.join(root, 'dist', `docs-${name}-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the program in the library guide is short, compiles, and does what the text says', () => {
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  const folder = workshop('asks')
  expect(compile(folder, program)).toEqual({ status: 0, stdout: '', stderr: '' })
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

/** Compiles a program as a user would. */
function compile(folder: string, text: string) {
  const options = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: false, allowImportingTsExtensions: false, outDir: 'out', rootDir: '.', types: ['node'] },
    files: ['program.mts'],
    include: [],
  }
  writeFileSync(path.join(folder, 'program.mts'), text)
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(options))
  return run(folder, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
}

test('the program that makes a cluster is short, compiles, and makes one on the simulator', async () => {
  expect(maker.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  const folder = workshop('makes')
  expect(compile(folder, maker)).toEqual({ status: 0, stdout: '', stderr: '' })
  const { makeCluster } = await import(pathToFileURL(path.join(folder, 'out/program.mjs')).href)
  cpSync(path.join(root, 'examples/single-node.yaml'), path.join(folder, 'cluster.yaml'))
  const cluster = await exampleCluster('single-node')
  const { running, access } = await embedWorld(cluster, path.join(folder, 'world.jsonl'), 120)
  const surroundings = {
    cwd: folder,
    env: {
      TALMOX_PROXMOX_ENDPOINT: access.endpoints.map(({ url }) => url).join(','),
      TALMOX_PROXMOX_API_TOKEN: access.token,
      TALMOX_PROXMOX_INSECURE: '1',
    },
    world: { clock: running.clock, dial: running.dial, listen: running.listen, authorities: [access.webAuthority] },
  }
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  expect(await makeCluster('cluster.yaml', surroundings)).toBe(true)
  running.stop()
  expect(said.mock.calls.at(-1)?.[0]).toContain('nothing to do.')
  expect(existsSync(path.join(folder, 'talos', 'kubeconfig'))).toBe(true)
  expect(existsSync(path.join(folder, '.talmox', cluster.name, 'lock'))).toBe(false)
})

function run(cwd: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  return { status, stdout, stderr }
}
