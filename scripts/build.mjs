// Builds the package: the library file by file with its types, the CLI as a bundle that starts fast.
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { install, root, run } from './setup.mjs'

install()
const dist = path.join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'])

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const { rolldown } = await import('rolldown')
const mainModules =
  /rolldown.runtime|node_modules.commander|src.cli.(?!talmox|read-cluster|zod-without-jit|show.)|src.spec.(nearest|visible-text)|src.user-error/
const clusterModules =
  /node_modules|src.(cli.(read-cluster|zod-without-jit|show.)|spec|resolve|placement|proxmox|net|units)/
const bundle = await rolldown({
  input: { talmox: path.join(root, 'src/cli/talmox.ts') },
  platform: 'node',
  // The build of yaml for browsers is the one with ES modules, of which only what is used gets bundled.
  resolve: { alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') } },
  transform: { define: { __TALMOX_VERSION__: JSON.stringify(version) } },
})
await bundle.write({
  dir: path.join(dist, 'cli'),
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  // Less text starts faster; names are kept, so that the stack of a bug can be read.
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  // Two chunks, since each costs milliseconds to find: what every command needs, and what reads a cluster file.
  codeSplitting: {
    groups: [
      { name: 'main', test: mainModules, priority: 2 },
      { name: 'cluster', test: clusterModules, priority: 1 },
    ],
  },
})
await bundle.close()
chmodSync(path.join(dist, 'cli', 'talmox.js'), 0o755)
