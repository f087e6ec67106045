// Packs the package, installs it in an empty folder and uses it from there, as someone who has nothing else would.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { build, install, root } from './setup.mjs'

install()
build()
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const windows = process.platform === 'win32'
const folder = mkdtempSync(path.join(tmpdir(), 'talmox-package-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Runs a program and returns what it prints; when it fails, that is shown. */
function output(program, args, cwd) {
  const shell = windows && !program.endsWith('.exe')
  try {
    return execFileSync(program, args, { cwd, shell, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  } catch (error) {
    console.error(error.stdout)
    throw error
  }
}

// `build` has just done what the prepack script does.
const [packed] = JSON.parse(output('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root))
const names = packed.files.map((file) => file.path)
for (const needed of [
  'dist/cli/talmox.cjs',
  'dist/lib/index.js',
  'dist/lib/index.d.ts',
  'schema/cluster.schema.json',
]) {
  assert(names.includes(needed), `${needed} is missing from the package`)
}
const strangers = names.filter((name) => !/^(dist|schema|examples)\/[^.]|^[A-Za-z]+(\.md)?$|^package\.json$/.test(name))
assert.deepEqual(strangers, [], 'files that do not belong into the package')

const tarball = path.join(folder, packed.filename)
output(process.execPath, ['node_modules/publint/src/cli.js', 'run', tarball, '--strict'], root)

writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
output('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', tarball], folder)
const command = path.join(folder, 'node_modules', '.bin', windows ? 'talmox.cmd' : 'talmox')
assert.equal(output(command, ['--version'], folder).trim(), version)

// The same program twice: types are read by the compiler, the rest by Node.
writeFileSync(
  path.join(folder, 'use.mts'),
  `import { createRequire } from 'node:module'
import { type Desired, loadSpec, resolve } from 'talmox'
const { desired, problems } = resolve(await loadSpec('node_modules/talmox/examples/homelab.yaml'))
const names: readonly string[] | undefined = (desired satisfies Desired | undefined)?.machines.map(({ name }) => name)
const schema = createRequire(import.meta.url)('talmox/schema/cluster.schema.json')
console.log(JSON.stringify({ names, problems, title: schema.title }))
`,
)
const compiler = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck', '--types', 'node']
const typeRoots = ['--typeRoots', path.join(root, 'node_modules', '@types')]
output(
  process.execPath,
  [path.join(root, 'node_modules/typescript/bin/tsc'), ...compiler, ...typeRoots, 'use.mts'],
  folder,
)
const used = JSON.parse(output(process.execPath, ['use.mjs'], folder))
assert.deepEqual(used.problems, [])
assert.equal(used.names.length, 6)
assert.equal(used.title, 'talmox cluster')
console.log(`the package holds ${names.length} files (${packed.size} bytes), installs, runs and imports`)
