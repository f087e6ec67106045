// Brings the working tree to the point where a command can run, and does nothing when nothing changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Runs a program in the repository and ends this process with its code when it fails. */
export function run(program, args, options = {}) {
  const done = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options })
  if (done.error) throw done.error
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/** Installs the packages that the lock file names, once per lock file. */
export function install() {
  const stamp = path.join(root, 'node_modules', '.talmox-installed')
  const wanted = hash(['package.json', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  requireNode()
  console.error('talmox: installing packages (once)')
  // npm's own chatter belongs to standard error, so that a piped command prints only its own answer.
  // `install --no-save` and not `ci`: the lock file need not list the binaries of every platform, and stays untouched.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  writeFileSync(stamp, wanted)
}

/** Builds `dist/` from the sources, once per change of them. */
export function build() {
  const stamp = path.join(root, 'dist', '.talmox-built')
  const wanted = hash([
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts',
    'src',
    'sim',
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('talmox: building (once)')
  run(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 2, 2] })
  writeFileSync(stamp, wanted)
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`talmox needs Node 20.19 or newer, this is ${process.versions.node}`)
  process.exit(1)
}

function hash(entries) {
  const sum = createHash('sha256').update(process.versions.node)
  for (const entry of entries) addTo(sum, path.join(root, entry))
  return sum.digest('hex')
}

function addTo(sum, file) {
  if (!existsSync(file)) return
  if (statSync(file).isDirectory()) {
    for (const name of readdirSync(file).sort()) addTo(sum, path.join(file, name))
    return
  }
  sum.update(path.relative(root, file)).update('\0').update(readFileSync(file))
}
