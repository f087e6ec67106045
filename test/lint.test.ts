import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { root } from './shared-data.ts'

const helpers = ['units', 'net', 'encoding', 'files', 'world']
const clients = ['proxmox', 'talos', 'kubernetes', 'factory']

/** The folders, and which others each may import from; whatever is not here is forbidden. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(helpers.map((name) => [name, helpers])),
  placement: [],
  spec: ['units', 'net'],
  resolve: ['spec', 'placement', 'units', 'net'],
  proxmox: [...helpers, 'spec', 'resolve'],
  talos: [...helpers, 'spec', 'resolve'],
  kubernetes: [...helpers, 'spec', 'resolve', 'talos'],
  factory: [...helpers, 'spec', 'resolve', 'talos'],
  live: [...helpers, ...clients, 'spec', 'placement', 'resolve'],
  doctor: [...helpers, 'proxmox', 'spec', 'placement', 'resolve', 'live'],
  plan: ['units', 'net', 'spec', 'placement', 'resolve', 'live'],
  actions: [...helpers, ...clients, 'spec', 'placement', 'resolve', 'live', 'plan', 'run'],
  run: [...helpers, ...clients, 'spec', 'placement', 'resolve', 'live', 'plan', 'actions'],
  cli: [...helpers, ...clients, 'spec', 'placement', 'resolve', 'live', 'doctor', 'plan', 'actions', 'run', 'sim'],
  sim: [...helpers, ...clients, 'spec', 'placement', 'resolve'],
}
const folders = Object.keys(mayImport)
const place = (folder: string) => (folder === 'sim' ? 'sim' : `src/${folder}`)

interface Diagnostic {
  readonly category: string
  readonly location: { readonly path: string; readonly start: { readonly line: number } }
}

/** What the linter, set up as this repository is, says about files. */
async function lint(files: ReadonlyMap<string, string>): Promise<Diagnostic[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-lint-'))
  try {
    const { vcs: _, $schema: __, ...config } = JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8'))
    for (const [name, text] of [...files, ['biome.json', JSON.stringify(config)] as const]) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
    const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.']
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout))
    })
    return JSON.parse(output).diagnostics
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An import from one folder to another, from its top and from a folder in it, as type and as value. */
function importing(from: string, to: string): [file: string, text: string][] {
  const target = (depth: number) =>
    path.posix.join('../'.repeat(depth), path.posix.relative(path.posix.dirname(place(from)), place(to)))
  return [
    [`${place(from)}/to-${to}.ts`, `export { a } from '${target(1)}/a.ts'\n`],
    [`${place(from)}/to-${to}-type.ts`, `import type { A } from '${target(1)}/a.ts'\nexport type B = A\n`],
    [`${place(from)}/in/to-${to}.ts`, `export const a = await import('${target(2)}/in/a.ts')\n`],
  ]
}

test('imports go one way: each folder may import what the table says, and nothing else', async () => {
  const pairs = folders.flatMap((from) => folders.filter((to) => to !== from).map((to) => [from, to] as const))
  const found = await lint(new Map(pairs.flatMap(([from, to]) => importing(from, to))))
  const refused = new Set(
    found.filter(({ category }) => category === 'lint/style/noRestrictedImports').map(({ location }) => location.path),
  )
  const wrong = pairs.flatMap(([from, to]) =>
    importing(from, to)
      .map(([file]) => file)
      .filter((file) => refused.has(file) === mayImport[from]?.includes(to)),
  )
  expect(wrong).toEqual([])
})

test('every folder of the sources has its row in the table', () => {
  const present = readdirSync(path.join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(present.filter((name) => !folders.includes(name))).toEqual([])
})

test('of the clients, resolving may use tables and codecs, which are pure', async () => {
  const uses = [
    'proxmox/tables/qemu-keys.gen.ts',
    'proxmox/qemu-key.ts',
    'proxmox/check-scalar.ts',
    'proxmox/property-string/validate.ts',
    'talos/document-kinds.ts',
  ]
  const lines = uses.map((file, index) => `export { a${index} } from '../../${file}'\n`).join('')
  expect(await lint(new Map([['src/resolve/rules/raw.ts', lines]]))).toEqual([])
})

test('the library does not import the command or the simulator, and placement no helper either', async () => {
  const found = await lint(
    new Map([
      [
        'src/index.ts',
        "export { a } from './cli/a.ts'\nexport { b } from '../sim/b.ts'\nexport { c } from './spec/c.ts'\n",
      ],
      ['src/placement/x.ts', "export { UserError } from '../user-error.ts'\n"],
    ]),
  )
  expect(found.map(({ location }) => [location.path, location.start.line])).toEqual([
    ['src/index.ts', 1],
    ['src/index.ts', 2],
    ['src/placement/x.ts', 1],
  ])
})

test('a promise that nobody waits for, or that is taken for a value, is an error', async () => {
  const later = 'async function later(): Promise<boolean> {\n  return true\n}\n'
  const found = await lint(
    new Map([
      ['src/run/floating.ts', `${later}later()\n`],
      ['src/run/misused.ts', `${later}export const wrong = later() ? 1 : 2\n`],
      ['src/run/kept.ts', `${later}await later()\n`],
    ]),
  )
  expect(found.map(({ category, location }) => [category, location.path])).toEqual([
    ['lint/nursery/noFloatingPromises', 'src/run/floating.ts'],
    ['lint/nursery/noMisusedPromises', 'src/run/misused.ts'],
  ])
})
